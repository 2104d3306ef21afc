import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", "public/", "src/lib/wire.ts", "src/games/*/box.ts", "src/games/*/physics.ts"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // The paths of icons are data.
      "max-len": ["error", { code: 120, ignoreUrls: true, ignorePattern: String.raw`(^\s*| d=|: )["']M[\d.]` }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // An arrow function may run two statements as `(first(), second())`.
      "@typescript-eslint/no-unused-expressions": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // Sets and maps in state are `$state.raw` and replaced, never changed in place.
      "svelte/prefer-svelte-reactivity": "off",
      // svelte-check reports what these comments silence; this rule does not see all of it.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
);
