/** The scene without WebGL: blocks drawn back to front on a 2D canvas. Ready at once. */
import type { Side } from "../cards/cards";
import { type Eye, FIELD, projected } from "../scene/camera";
import { add, dot, less, type Pose, times, turned, unit, type Vec } from "../scene/maths";
import { DENSEST } from "./density";
import { gripsOf } from "./grips";
import type { Scene, Setting } from "./scene3d";
import type { Picture } from "../scene/sceneModel";
import { BOARD_HALF, sizeOf, topOf } from "../scene/pieces";

type Face = { corners: Vec[]; normal: Vec; middle: Vec };
const TAN = Math.tan((FIELD * Math.PI) / 360);
/** A right hand that comes from above and from the right: its thumb ends at 0 0; millimetres, downwards. */
const SKIN =
  "M-5 3C-8-7-5-17 0-26C3-36 2-48 7-68L41-80C47-62 52-44 48-31C50-20 44-12 37-15" +
  "C37-5 28-1 24-8C22 0 13 2 12-6C9-9 8-13 8-16C7-9 6-3 4 4C2 9-3 9-5 3Z";
const CREASES = "M37-15C35-20 34-24 35-29M24-8C22-14 22-19 23-24M8-16C9-22 12-27 16-31M-3 0C-3 3-1 5 2 4";
const SLEEVE = "M4-66L46-80L170-410L70-440Z";
const CUFF = "M2-58C14-68 28-73 43-74L47-86C32-86 14-80 0-70Z";

/** Where the light comes from: above and to the left of whoever looks, as in three dimensions. */
export function lampOf({ at, look }: Eye): Vec {
  const [x, y] = unit([at[0] - look[0], at[1] - look[1], 0]);
  return unit([0.45 * x + 0.3 * y, 0.45 * y - 0.3 * x, 0.85]);
}

/** The faces of a block that the eye can see. */
export function facesOf(id: string, pose: Pose, eye: Eye): Face[] {
  const half = times(sizeOf(id), 0.5);
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis, i) => times(turned(pose.turn, axis), half[i]!));
  const found: Face[] = [];
  for (const [i, axis] of axes.entries()) {
    const [u, v] = [axes[(i + 1) % 3]!, axes[(i + 2) % 3]!];
    for (const sign of [1, -1]) {
      const middle = add(pose.at, times(axis, sign));
      const normal = unit(times(axis, sign));
      if (dot(normal, less(eye.at, middle)) <= 0) continue;
      const corner = (a: number, b: number) => add(middle, add(times(u, a), times(v, b)));
      found.push({ corners: [corner(1, 1), corner(1, -1), corner(-1, -1), corner(-1, 1)], normal, middle });
    }
  }
  return found;
}

/** The level rectangle that a piece covers: its middle and the two half sides. */
function cover(id: string, pose: Pose): { at: Vec; sides: [Vec, Vec] } {
  const half = times(sizeOf(id), 0.5);
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis, i) => ({ way: turned(pose.turn, axis), half: half[i]! }));
  const [a, b] = axes.sort((one, two) => Math.abs(one.way[2]) - Math.abs(two.way[2]));
  return { at: pose.at, sides: [times(a!.way, a!.half), times(b!.way, b!.half)] };
}

/** The corners of the shadow right below a piece, on the highest top under its middle. */
export function shadowOf(id: string, pieces: ReadonlyMap<string, Pose>): Vec[] {
  const { at, sides } = cover(id, pieces.get(id)!);
  const under = (other: string, pose: Pose) => {
    const below = cover(other, pose);
    const to = less([at[0], at[1], 0], [below.at[0], below.at[1], 0]);
    return (
      other !== id &&
      topOf(other, pose) < at[2] &&
      below.sides.every((side) => Math.abs(dot(to, side)) <= dot(side, side))
    );
  };
  const z = Math.max(0, ...[...pieces].flatMap(([other, pose]) => (under(other, pose) ? [topOf(other, pose)] : [])));
  return [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ].map(([a, b]) => {
    const corner = add(at, add(times(sides[0], a!), times(sides[1], b!)));
    return [corner[0], corner[1], z] as const;
  });
}

export function openScene2d(canvas: HTMLCanvasElement | OffscreenCanvas, { colours }: Pick<Setting, "colours">): Scene {
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  let [width, height, ratio] = [1, 1, 1];
  const point = (eye: Eye, place: Vec): [number, number] => {
    const { x, y } = projected(eye, place);
    return [(width / 2 + (x * height) / 2) * ratio, (height / 2 - (y * height) / 2) * ratio];
  };
  function polygon(eye: Eye, corners: readonly Vec[], fill: string): void {
    pen.beginPath();
    for (const corner of corners) pen.lineTo(...point(eye, corner));
    pen.closePath();
    pen.fillStyle = fill;
    pen.fill();
    pen.stroke();
  }
  const wood = (normal: Vec, lamp: Vec) => {
    const lit = 0.45 + 0.55 * Math.max(0, dot(normal, lamp));
    return `rgb(${Math.round(226 * lit)} ${Math.round(182 * lit)} ${Math.round(124 * lit)})`;
  };
  /** A hand in millimetres of the place where it grips, with the thumb in front; a left one is mirrored. */
  function hand(eye: Eye, at: Vec, side: Side, colour: string, press: number): void {
    const millimetre = (height * ratio) / 2000 / projected(eye, at).far / TAN;
    pen.save();
    pen.translate(...point(eye, at));
    pen.scale(side === "right" ? millimetre : -millimetre, millimetre);
    pen.lineWidth = (1 + 2 * press) / 2;
    for (const [part, fill] of [
      [SLEEVE, colour],
      [SKIN, "#e0ac82"],
      [CUFF, colour],
    ] as const) {
      const shape = new Path2D(part);
      pen.fillStyle = fill;
      pen.fill(shape);
      pen.stroke(shape);
    }
    pen.stroke(new Path2D(CREASES));
    pen.restore();
  }
  function hands(eye: Eye, { id, hand: { at }, seat, press, hands }: NonNullable<Picture["held"]>, piece: Pose): void {
    // The hand is where it is; the piece may hang back.
    const pull = less(at, piece.at);
    for (const grip of gripsOf(id, piece, hands, eye))
      hand(eye, add(grip.at, pull), grip.side, colours[seat] ?? "#888888", press);
  }
  return {
    resize(w, h, dots) {
      [width, height, ratio] = [w, h, Math.min(dots, DENSEST / w)];
      [canvas.width, canvas.height] = [w * ratio, h * ratio];
    },
    draw({ pieces, held, eye, plumb, ghost }) {
      pen.clearRect(0, 0, canvas.width, canvas.height);
      pen.lineWidth = ratio;
      pen.strokeStyle = "#2b1a0a";
      const b = BOARD_HALF;
      polygon(
        eye,
        [
          [-b, -b, 0],
          [b, -b, 0],
          [b, b, 0],
          [-b, b, 0],
        ],
        "#6f4a2a",
      );
      const faces = [...pieces].flatMap(([id, pose]) => facesOf(id, pose, eye).map((face) => ({ ...face, pose })));
      // Far and low first: good enough where blocks do not run through each other.
      const far = (pose: Pose) => Math.hypot(pose.at[0] - eye.at[0], pose.at[1] - eye.at[1]) - pose.at[2] * 3;
      faces.sort((one, two) => far(two.pose) - far(one.pose));
      const lamp = lampOf(eye);
      const paint = (some: typeof faces) =>
        some.forEach(({ corners, normal }) => polygon(eye, corners, wood(normal, lamp)));
      if (ghost)
        for (const { corners } of facesOf(ghost.id, ghost.pose, eye)) polygon(eye, corners, "rgb(255 244 214 / 0.45)");
      const piece = held && pieces.get(held.id);
      paint(faces.filter(({ pose }) => pose !== piece));
      if (!held || !piece) return;
      if (plumb) polygon(eye, shadowOf(held.id, pieces), "rgb(20 10 0 / 0.45)");
      paint(faces.filter(({ pose }) => pose === piece));
      hands(eye, held, piece);
    },
    end: () => undefined,
  };
}
