// Copies the parts of Swagger UI that the page at /docs needs into the built page; `npm run build` runs it last.
import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const from = new URL("node_modules/swagger-ui-dist/", import.meta.url);
const to = new URL("../src/cinq/server/static/swagger/", import.meta.url);
mkdirSync(fileURLToPath(to), { recursive: true });
for (const file of ["swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.css", "LICENSE", "NOTICE"])
  copyFileSync(new URL(file, from), new URL(file, to));
