import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";

/** The media queries of `src/lib/browser/breakpoints.json` by name. */
const queries = JSON.parse(readFileSync(new URL("./src/lib/browser/breakpoints.json", import.meta.url), "utf8"));

/** Replaces `@media (--phone)` by the query of that name. An unknown name fails the build. */
const sharedBreakpoints = {
  name: "shared-breakpoints",
  style: ({ content }) => ({
    code: content.replace(/@media [^{]+/g, (rule) =>
      rule.replace(/\(--([\w-]+)\)/g, (_, name) => {
        if (!(name in queries)) throw new Error(`breakpoints.json has no "${name}"`);
        return queries[name];
      }),
    ),
  }),
};

export default { preprocess: [vitePreprocess(), sharedBreakpoints] };
