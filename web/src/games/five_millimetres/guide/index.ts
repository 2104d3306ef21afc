import type { Guide } from "../../../rules/guides";
import Picture from "./Picture.svelte";

export const guide: Guide = {
  Picture,
  chapters: [
    { title: "goal", picture: "run", rules: ["MM-4"] },
    { title: "setup", rules: ["MM-1", "MM-2", "MM-3", "MM-5"] },
    {
      title: "auction",
      picture: "stand",
      rules: ["MM-6", "MM-7", "MM-8", "MM-9", "MM-10", "MM-11", "MM-12"],
    },
    { title: "sold", picture: "chance", rules: ["MM-13", "MM-14", "MM-15"] },
    {
      title: "scoring",
      rows: [
        { picture: "points", rule: "MM-18" },
        { picture: "money", rule: "MM-19" },
        { picture: "four", rule: "MM-17" },
      ],
    },
    { title: "end", rules: ["MM-16", "MM-20"] },
  ],
};
