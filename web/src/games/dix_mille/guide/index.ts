import type { Guide } from "../../../rules/guides";
import Picture from "./Picture.svelte";

export const guide: Guide = {
  Picture,
  chapters: [
    { title: "goal", rules: ["DM-1", "DM-20"] },
    { title: "setup", rules: ["DM-2", "DM-3"] },
    { title: "turn", picture: "turn", rules: ["DM-4", "DM-5", "DM-6", "DM-10", "DM-12"] },
    {
      title: "worth",
      rows: ["one", "five", "ones", "alike", "low-run", "high-run", "five-alike"].map((name) => ({
        picture: name,
        text: `worth-${name}`,
      })),
      rules: ["DM-7", "DM-8", "DM-9"],
    },
    { title: "entry", rules: ["DM-11", "DM-13"] },
    { title: "takeover", picture: "takeover", rules: ["DM-14", "DM-15", "DM-16", "DM-17", "DM-18"] },
    { title: "topinambour", picture: "topinambour", rules: ["DM-21"] },
    { title: "end", rules: ["DM-19"] },
  ],
};
