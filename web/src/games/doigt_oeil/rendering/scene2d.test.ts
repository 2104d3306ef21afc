import { expect, test, vi } from "vitest";
import { awayOf, eyeOf, rightOf, seatAngle } from "../scene/camera";
import { dot, type Pose, yawed } from "../scene/maths";
import type { Hands } from "../steering/grip";
import { lampOf, openScene2d } from "./scene2d";

const SLEEVE = "#123456";
const eye = eyeOf({ angle: 0, top: 0.01, held: [0, 0, 0.1], aspect: 1, lean: 0, closed: "none" });

/** Where the hands of a picture are drawn: x in pixels, and whether it is the mirror image of a right hand. */
function handsDrawn(hands: Hands, yaw = 0): { x: number; mirrored: boolean }[] {
  vi.stubGlobal("Path2D", class {});
  const drawn: { x: number; mirrored: boolean }[] = [];
  const pen = { x: 0, mirrored: false, fillStyle: "" };
  const strokes = new Proxy(pen, {
    get: (_, name) => {
      if (name === "translate") return (x: number) => (pen.x = x);
      if (name === "scale") return (x: number) => (pen.mirrored = x < 0);
      // Of each hand only the sleeve has the colour of the seat, and the cuff over it.
      if (name === "fill") return () => pen.fillStyle === SLEEVE && drawn.push({ x: pen.x, mirrored: pen.mirrored });
      return () => undefined;
    },
    set: (_, name, value) => Reflect.set(pen, name, value),
  });
  const canvas = { getContext: () => strokes, width: 0, height: 0 } as unknown as HTMLCanvasElement;
  const scene = openScene2d(canvas, { colours: [SLEEVE] });
  scene.resize(400, 400, 1);
  const pose: Pose = { at: [0, 0, 0.1], turn: yawed(yaw) };
  const held = { id: "l2", hand: pose, press: 0, hands, seat: 0 };
  scene.draw({ pieces: new Map([["l2", pose]]), held, eye, slow: false, plumb: true, touching: false, ghost: null });
  return drawn.filter((_, index) => index % 2 === 0);
}

test("one hand holds the piece in its middle, and a left hand is the mirror image of a right one", () => {
  expect(handsDrawn("right")).toEqual([{ x: expect.closeTo(200, 0), mirrored: false }]);
  expect(handsDrawn("left")).toEqual([{ x: expect.closeTo(200, 0), mirrored: true }]);
});

test.each([0, 0.5, Math.PI])("of two hands the left one is on the left (%d)", (yaw) => {
  const drawn = handsDrawn("both", yaw).sort((one, two) => one.x - two.x);
  expect(drawn.map(({ mirrored }) => mirrored)).toEqual([true, false]);
  expect(drawn[1]!.x - drawn[0]!.x).toBeGreaterThan(40);
});

test("wood is lit alike for everybody round the table", () => {
  const seen = [0, 1, 2, 3, 4].map((seat) => {
    const angle = seatAngle(seat, 5);
    const eye = eyeOf({ angle, top: 0.02, held: null, aspect: 1.5, lean: 0, closed: "none" });
    const lamp = lampOf(eye);
    return [dot(lamp, rightOf(angle)), dot(lamp, awayOf(angle)), lamp[2]];
  });
  for (const [right, away, up] of seen) {
    expect(right).toBeCloseTo(seen[0]![0]!);
    expect(away).toBeCloseTo(seen[0]![1]!);
    expect(up).toBeGreaterThan(0.8);
    expect(away).toBeLessThan(0); // from the side of whoever looks
  }
});
