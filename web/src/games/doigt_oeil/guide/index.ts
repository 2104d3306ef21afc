import type { Guide } from "../../../rules/guides";
import Picture from "./Picture.svelte";

export const guide: Guide = {
  Picture,
  chapters: [
    { title: "goal", rules: ["DO-19"] },
    { title: "setup", rules: ["DO-1", "DO-31", "DO-2", "DO-3", "DO-5", "DO-6"] },
    { title: "turn", rules: ["DO-7", "DO-8", "DO-9", "DO-11"] },
    { title: "card", picture: "card", rules: ["DO-12", "DO-13"] },
    { title: "falls", rules: ["DO-14", "DO-15", "DO-16", "DO-17", "DO-18"] },
    {
      title: "advantages",
      rows: [
        { picture: "pivot-1", rule: "DO-23" },
        { picture: "return-1", rule: "DO-24" },
        { picture: "deflect-1", rule: "DO-25" },
        { picture: "spoilsport-1", rule: "DO-26" },
        { picture: "place-1", rule: "DO-27" },
      ],
      rules: ["DO-22", "DO-20", "DO-21"],
    },
    { title: "many", rules: ["DO-4", "DO-10"] },
    { title: "variants", rules: ["DO-29", "DO-30"] },
    { title: "special", rules: ["DO-28"] },
  ],
};
