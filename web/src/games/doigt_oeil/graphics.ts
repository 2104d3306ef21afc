/** Asks in a worker whether the processor has to draw: starting its graphics takes a second, which is not the page's. */
import { idle } from "../../lib/breath";
import type { Drawer } from "./drawer";
import type { Told } from "./easel";

export const openEasel = (): Worker => new Worker(new URL("./easel.ts", import.meta.url), { type: "module" });

export async function byProcessor(): Promise<boolean> {
  await idle();
  const asked = openEasel();
  try {
    return await new Promise<boolean>((tell) => {
      asked.onmessage = ({ data }: MessageEvent<Drawer>) => tell(data === "processor");
      asked.onerror = () => tell(false);
      asked.postMessage("who draws?" satisfies Told);
    });
  } finally {
    asked.terminate();
  }
}
