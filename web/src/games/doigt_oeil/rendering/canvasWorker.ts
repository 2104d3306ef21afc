/** A web worker that draws the 2D scene (`workerScene.ts`), or finds out once which renderer WebGL uses. */
import { rendererKind } from "./rendererKind";
import { openScene2d } from "./scene2d";
import type { Picture } from "../scene/sceneModel";

export type WorkerRequest =
  | { sheet: OffscreenCanvas; colours: readonly string[] }
  | { width: number; height: number; ratio: number }
  | { picture: Picture }
  | "renderer-kind";

let drawn: ReturnType<typeof openScene2d>;

onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  if (data === "renderer-kind") postMessage(rendererKind());
  else if ("sheet" in data) drawn = openScene2d(data.sheet, data);
  else if ("picture" in data) drawn.draw(data.picture);
  else drawn.resize(data.width, data.height, data.ratio);
};
