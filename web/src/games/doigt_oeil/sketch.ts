/** The drawn picture, made in a worker: the first canvas of a page may have to wait for its graphics, and the page must not. */
import { openDrawn } from "./drawn";
import type { Told } from "./easel";
import { openEasel } from "./graphics";
import type { Scene, Setting } from "./scene";

export function openSketch(canvas: HTMLCanvasElement, { colours }: Pick<Setting, "colours">): Scene {
  if (!("transferControlToOffscreen" in canvas)) return openDrawn(canvas, { colours });
  const easel = openEasel();
  const sheet = canvas.transferControlToOffscreen();
  const tell = (what: Told, ...given: Transferable[]) => easel.postMessage(what, given);
  tell({ sheet, colours }, sheet);
  return {
    resize: (width, height) => tell({ width, height, ratio: devicePixelRatio }),
    draw: (picture) => tell({ picture }),
    end: () => easel.terminate(),
  };
}
