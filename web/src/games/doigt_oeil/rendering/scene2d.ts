/** The scene without WebGL: blocks drawn back to front on a 2D canvas. Ready at once. */
import { type Eye, projected } from "../scene/camera";
import { add, dot, less, type Pose, times, turned, unit, type Vec } from "../scene/maths";
import { DENSEST } from "./density";
import type { Scene, Setting } from "./scene3d";
import type { Picture } from "../scene/sceneModel";
import { BOARD_HALF, sizeOf, topOf } from "../scene/pieces";

type Face = { corners: Vec[]; normal: Vec; middle: Vec };
const LAMP = unit([-0.3, -0.45, 0.85]);

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
  const wood = (normal: Vec) => {
    const lit = 0.45 + 0.55 * Math.max(0, dot(normal, LAMP));
    return `rgb(${Math.round(226 * lit)} ${Math.round(182 * lit)} ${Math.round(124 * lit)})`;
  };
  function arm(eye: Eye, { hand, seat, press }: NonNullable<Picture["held"]>, piece: Pose): void {
    pen.strokeStyle = colours[seat] ?? "#888888";
    pen.lineWidth = (5 + 3 * press) * ratio;
    pen.lineCap = "round";
    pen.beginPath();
    pen.moveTo(...point(eye, add(hand.at, [0, 0, 0.09])));
    pen.quadraticCurveTo(...point(eye, add(hand.at, [0, 0, 0.04])), ...point(eye, piece.at));
    pen.stroke();
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
      const paint = (some: typeof faces) => some.forEach(({ corners, normal }) => polygon(eye, corners, wood(normal)));
      if (ghost)
        for (const { corners } of facesOf(ghost.id, ghost.pose, eye)) polygon(eye, corners, "rgb(255 244 214 / 0.45)");
      const piece = held && pieces.get(held.id);
      paint(faces.filter(({ pose }) => pose !== piece));
      if (!held || !piece) return;
      if (plumb) polygon(eye, shadowOf(held.id, pieces), "rgb(20 10 0 / 0.45)");
      paint(faces.filter(({ pose }) => pose === piece));
      arm(eye, held, piece);
    },
    end: () => undefined,
  };
}
