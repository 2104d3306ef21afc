/** A web worker that draws the 3D scene (`scene3dInWorker.ts`): without a graphics card every picture takes long. */
import { openScene3d, type Scene, type Setting } from "./scene3d";
import type { Picture } from "../scene/sceneModel";

export type SceneRequest =
  | { sheet: OffscreenCanvas; setting: Setting }
  | { width: number; height: number; ratio: number }
  | { picture: Picture };
export type SceneAnswer = "built" | "failed";

let scene: Scene | null = null;
let newest: Picture | null = null;

/** Only the newest of the pictures that came while the last one was drawn. */
function draw(): void {
  if (newest) scene!.draw(newest);
  newest = null;
}

onmessage = ({ data }: MessageEvent<SceneRequest>) => {
  if ("sheet" in data)
    openScene3d(data.sheet, data.setting)
      .then((made) => ((scene = made), postMessage("built" satisfies SceneAnswer)))
      .catch(() => postMessage("failed" satisfies SceneAnswer));
  else if ("picture" in data) {
    if (!newest) requestAnimationFrame(draw);
    newest = data.picture;
  } else scene!.resize(data.width, data.height, data.ratio);
};
