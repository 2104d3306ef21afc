import type { Guide } from "../../../rules/guides";
import Picture from "./Picture.svelte";

export const guide: Guide = {
  Picture,
  chapters: [
    { title: "goal", picture: "rack", rules: ["GF-2", "GF-11"] },
    { title: "setup", rules: ["GF-1", "GF-3", "GF-4"] },
    { title: "turn", rules: ["GF-5", "GF-6", "GF-7"] },
    { title: "rank", picture: "rank", rules: ["GF-8"] },
    { title: "compare", picture: "compare", rules: ["GF-9"] },
    { title: "call", picture: "call", rules: ["GF-10", "GF-12", "GF-13"] },
    { title: "notes", rules: ["GF-15", "GF-16"] },
    { title: "special", rules: ["GF-14"] },
  ],
};
