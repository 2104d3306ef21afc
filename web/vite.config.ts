import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { bare } from "./src/lib/text/bare.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const either = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"));
/** What every page needs. */
const BASE = either(
  /node_modules[\\/](svelte|esm-env|clsx|@fluent)[\\/]/,
  /src[\\/]lib[\\/]((board|browser|connection|text)[\\/])?\w+(\.svelte)?\.ts$/,
  /src[\\/]lib[\\/]ui[\\/](drawings[\\/])?(Button|Icon|Mark|Sheet|Notice|Emblem|Deferred|NameField|NameSheet)\./,
);
/** What every table needs. */
const FRAME = either(
  /src[\\/]table[\\/](\w+[\\/])?(Frame|Seats|Clock)\./,
  /src[\\/]lib[\\/]ui[\\/]tabletop[\\/](Tabletop|ActionBar)\./,
);
/** The story and what lies beside it: tables and replays need it, lessons do not. */
const PANEL = /src[\\/]table[\\/]panel[\\/](SidePanel|Story|StoryLine)\./;
/** What a table shows now and then: one file, so that the second of them is there at once. */
const LATER = /src[\\/]table[\\/](\w+[\\/])?(Result|Coach|Rules|Chat|Bubble|Refusal)\./;

/** Style sheets after the first picture, which does not wait for them; scripts still do. */
const styleLast: Plugin = {
  name: "style-last",
  enforce: "post",
  transformIndexHtml: (html) => {
    const sheets = html.match(/ *<link rel="stylesheet".*>\n/g) ?? [];
    return sheets.reduce((page, sheet) => page.replace(sheet, "").replace("  </body>", `${sheet}  </body>`), html);
  },
};

const bareTexts: Plugin = {
  name: "bare-texts",
  enforce: "post",
  apply: "build",
  transform: (code, id) => (id.endsWith(".ftl?raw") ? bare(code) : null),
};

// The page is part of the Python package: `cinq serve` serves what is built here.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [svelte(), styleLast, bareTexts],
  resolve: {
    // The games' texts are the server's own Fluent files, read at build time.
    alias: { "@games": here("../src/cinq/games") },
    // Component tests mount in the browser build of Svelte.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  build: {
    outDir: here(isSsrBuild ? "node_modules/.prerender" : "../src/cinq/server/static"),
    emptyOutDir: true,
    // Read by the server, which tells a browser at once what an address needs.
    manifest: !isSsrBuild && "parts.json",
    copyPublicDir: !isSsrBuild,
    target: "es2022",
    assetsDir: "assets",
    // A data: URL would be refused by the server's content policy for scripts and fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 800, // three.js, fetched only at a table that needs it
    rolldownOptions: {
      output: {
        // Fewer requests: what every page needs is one file, what every table needs is another.
        codeSplitting: !isSsrBuild && {
          groups: [
            { name: "base", test: BASE },
            { name: "frame", test: FRAME },
            { name: "panel", test: PANEL },
            { name: "later", test: LATER },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [here(".."), here(".")] },
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", ws: true },
    },
  },
  test: { environment: "node", include: ["src/**/*.test.ts"] },
}));
