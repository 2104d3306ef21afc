import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Style sheets after the first picture, which does not wait for them; scripts still do. */
const styleLast: Plugin = {
  name: "style-last",
  enforce: "post",
  transformIndexHtml: (html) => {
    const sheets = html.match(/ *<link rel="stylesheet".*>\n/g) ?? [];
    return sheets.reduce((page, sheet) => page.replace(sheet, "").replace("  </body>", `${sheet}  </body>`), html);
  },
};

// The page is part of the Python package: `cinq serve` serves what is built here.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [svelte(), styleLast],
  resolve: {
    // The games' texts are the server's own Fluent files, read at build time.
    alias: { "@games": here("../src/cinq/games") },
    // Component tests mount in the browser build of Svelte.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  build: {
    outDir: here(isSsrBuild ? "node_modules/.doors" : "../src/cinq/server/page"),
    emptyOutDir: true,
    // Read by the server, which tells a browser at once what an address needs.
    manifest: !isSsrBuild && "parts.json",
    copyPublicDir: !isSsrBuild,
    target: "es2022",
    assetsDir: "assets",
    // One sheet of sixteen kilobytes is there sooner than five small ones.
    cssCodeSplit: false,
    // A data: URL would be refused by the server's content policy for scripts and fonts.
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    chunkSizeWarningLimit: 800, // three.js, fetched only at a table that needs it
    rolldownOptions: {
      output: {
        // Fewer journeys: what every page needs is one file, what every table needs is another.
        codeSplitting: !isSsrBuild && {
          groups: [
            {
              name: "base",
              test: /node_modules[\\/](svelte|esm-env|clsx|@fluent)[\\/]|src[\\/]lib[\\/](\w+(\.svelte)?\.ts$|ui[\\/](Button|Icon|Mark|Sheet|Notice|Emblem|Later)\.)/,
            },
            { name: "frame", test: /src[\\/](table[\\/](Frame|Seats|Clock|Bubble|Side|Story|StoryLine|Rules|Talk)|lib[\\/]ui[\\/](Tabletop|ActionBar))\./ },
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
