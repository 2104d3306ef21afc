/** A worker for what would keep the page waiting: it draws what `sketch.ts` tells it, or says once who draws in three dimensions. */
import { drawer } from "./drawer";
import { openDrawn } from "./drawn";
import type { Picture } from "./theatre";

export type Told =
  | { sheet: OffscreenCanvas; colours: readonly string[] }
  | { width: number; height: number; ratio: number }
  | { picture: Picture }
  | "who draws?";

let drawn: ReturnType<typeof openDrawn>;

onmessage = ({ data }: MessageEvent<Told>) => {
  if (data === "who draws?") postMessage(drawer());
  else if ("sheet" in data) drawn = openDrawn(data.sheet, data);
  else if ("picture" in data) drawn.draw(data.picture);
  else drawn.resize(data.width, data.height, data.ratio);
};
