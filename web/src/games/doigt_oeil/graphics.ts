/** Asks in a worker whether the processor has to draw: starting its graphics takes a second, which is not the page's. */
import type { Drawer } from "./drawer";

export async function byProcessor(): Promise<boolean> {
  const asked = new Worker(new URL("./drawer.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<boolean>((tell) => {
      asked.onmessage = ({ data }: MessageEvent<Drawer>) => tell(data === "processor");
      asked.onerror = () => tell(false);
    });
  } finally {
    asked.terminate();
  }
}
