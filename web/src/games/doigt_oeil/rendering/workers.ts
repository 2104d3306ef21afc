/** Starts the canvas worker, and asks it what draws WebGL here. */
import { whenIdle } from "../../../lib/browser/scheduling";
import type { RendererKind } from "./rendererKind";
import type { WorkerRequest } from "./canvasWorker";

export const openCanvasWorker = (): Worker =>
  new Worker(new URL("./canvasWorker.ts", import.meta.url), { type: "module" });

export async function askRendererKind(): Promise<RendererKind> {
  await whenIdle();
  const asked = openCanvasWorker();
  try {
    return await new Promise<RendererKind>((tell) => {
      asked.onmessage = ({ data }: MessageEvent<RendererKind>) => tell(data);
      asked.onerror = () => tell("unknown");
      asked.postMessage("renderer-kind" satisfies WorkerRequest);
    });
  } finally {
    asked.terminate();
  }
}
