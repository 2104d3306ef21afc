/** The 2D scene in a worker: the first canvas of a page may wait for the graphics, which must not block the page. */
import { openScene2d } from "./scene2d";
import type { WorkerRequest } from "./canvasWorker";
import { openCanvasWorker } from "./workers";
import type { Scene, Setting } from "./scene3d";

export function openWorkerScene(canvas: HTMLCanvasElement, { colours }: Pick<Setting, "colours">): Scene {
  if (!("transferControlToOffscreen" in canvas)) return openScene2d(canvas, { colours });
  const worker = openCanvasWorker();
  const sheet = canvas.transferControlToOffscreen();
  const tell = (what: WorkerRequest, ...given: Transferable[]) => worker.postMessage(what, given);
  tell({ sheet, colours }, sheet);
  return {
    resize: (width, height, ratio) => tell({ width, height, ratio }),
    draw: (picture) => tell({ picture }),
    end: () => worker.terminate(),
  };
}
