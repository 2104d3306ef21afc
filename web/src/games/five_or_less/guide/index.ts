import type { Guide } from "../../../rules/guides";
import Picture from "./Picture.svelte";

export const guide: Guide = {
  Picture,
  chapters: [
    { title: "goal", rules: ["OM-26"] },
    { title: "setup", picture: "pyramid", rules: ["OM-1", "OM-2", "OM-3", "OM-4"] },
    { title: "turn", rules: ["OM-5", "OM-6", "OM-7"] },
    { title: "quick", picture: "quick", rules: ["OM-13", "OM-14", "OM-15", "OM-16"] },
    {
      title: "powers",
      rows: [
        { picture: "8", rule: "OM-9" },
        { picture: "10", rule: "OM-10" },
        { picture: "12", rule: "OM-11" },
        { picture: "14", rule: "OM-12" },
      ],
      rules: ["OM-8", "OM-17"],
    },
    { title: "call", rules: ["OM-18", "OM-19"] },
    {
      title: "scoring",
      rows: [
        { picture: "alone", rule: "OM-21" },
        { picture: "too-much", rule: "OM-22" },
        { picture: "below-zero", rule: "OM-25" },
      ],
      rules: ["OM-20", "OM-23", "OM-24"],
    },
    { title: "special", rules: ["OM-27", "OM-28", "OM-29", "OM-30", "OM-31"] },
  ],
};
