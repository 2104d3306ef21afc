/** Starts the canvas worker, and asks it whether WebGL is rendered by software. */
import { whenIdle } from "../../../lib/browser/scheduling";
import type { RendererKind } from "./rendererKind";
import type { WorkerRequest } from "./canvasWorker";

export const openCanvasWorker = (): Worker =>
  new Worker(new URL("./canvasWorker.ts", import.meta.url), { type: "module" });

export async function usesSoftwareRenderer(): Promise<boolean> {
  await whenIdle();
  const asked = openCanvasWorker();
  try {
    return await new Promise<boolean>((tell) => {
      asked.onmessage = ({ data }: MessageEvent<RendererKind>) => tell(data === "software");
      asked.onerror = () => tell(false);
      asked.postMessage("renderer-kind" satisfies WorkerRequest);
    });
  } finally {
    asked.terminate();
  }
}
