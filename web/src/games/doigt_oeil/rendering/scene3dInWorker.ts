/** The 3D scene in a worker: neither building nor drawing it keeps a tap waiting. */
import type { Scene, Setting } from "./scene3d";
import type { SceneAnswer, SceneRequest } from "./scene3dWorker";

/** Rejects where the browser has no 3D in workers. */
export async function openScene3dInWorker(canvas: HTMLCanvasElement, setting: Setting): Promise<Scene> {
  const sheet = canvas.transferControlToOffscreen();
  const worker = new Worker(new URL("./scene3dWorker.ts", import.meta.url), { type: "module" });
  const tell = (what: SceneRequest, ...given: Transferable[]) => worker.postMessage(what, given);
  const built = new Promise<boolean>((answer) => {
    worker.onmessage = ({ data }: MessageEvent<SceneAnswer>) => answer(data === "built");
    worker.onerror = () => answer(false);
  });
  tell({ sheet, setting }, sheet);
  if (!(await built)) {
    worker.terminate();
    throw new Error("no 3D in workers");
  }
  return {
    resize: (width, height, ratio) => tell({ width, height, ratio }),
    draw: (picture) => tell({ picture }),
    end: () => worker.terminate(),
  };
}
