import { expect, test } from "vitest";
import { facesOf, shadowOf } from "../rendering/scene2d";
import type { Pose } from "../scene/maths";
import { mayTouch, motion, steers } from "./steer";

test("both hands have both clusters, one hand only its own", () => {
  expect(motion(new Set(["ArrowUp", "KeyQ"]), "both")).toMatchObject({ away: 0.07, turn: 1.1 });
  expect(motion(new Set(["KeyW"]), "left").away).toBeGreaterThan(0);
  expect(motion(new Set(["KeyW", "KeyQ"]), "right")).toMatchObject({ away: 0, turn: 0 });
  expect(motion(new Set(["ArrowUp"]), "left").away).toBe(0);
  expect(steers("ArrowUp", "left")).toBe(false);
});

test("a key means one thing, whatever the hands", () => {
  const codes = ["KeyW", "KeyA", "KeyS", "KeyD", "KeyQ", "KeyE", "KeyR", "KeyF", "KeyZ", "KeyX"];
  for (const code of [...codes, "ArrowUp", "ArrowLeft", "PageUp", "PageDown", "Home", "End"]) {
    const meanings = (["both", "left", "right"] as const)
      .filter((hands) => steers(code, hands))
      .map((hands) => JSON.stringify(motion(new Set([code]), hands)));
    expect(new Set(meanings).size).toBe(1);
  }
});

test("opposite keys rest, Shift is fine", () => {
  expect(motion(new Set(["ArrowLeft", "ArrowRight"]), "both").right).toBe(0);
  expect(motion(new Set(["ArrowRight"]), "both", true).right).toBeCloseTo(0.07 / 4);
});

test("a single hand has its half of the screen, and a mouse is a right hand", () => {
  expect([mayTouch("right", "touch", 0.2), mayTouch("right", "touch", 0.8), mayTouch("right", "mouse", 0.2)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([mayTouch("left", "touch", 0.2), mayTouch("left", "mouse", 0.2), mayTouch("both", "touch", 0.9)]).toEqual([
    true,
    false,
    true,
  ]);
});

test("of a block three faces at most are seen", () => {
  const eye = { at: [0.2, -0.4, 0.2], look: [0, 0, 0] } as const;
  const faces = facesOf("l1", { at: [0, 0, 0], turn: [1, 0, 0, 0] }, eye);
  expect(faces.map(({ normal }) => normal.map((n) => Math.round(n) + 0))).toEqual([
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ]);
});

test("the drawn shadow lies right below the piece, on the top it would land on", () => {
  const lying = (x: number, z: number): Pose => ({ at: [x, 0, z], turn: [1, 0, 0, 0] });
  const over = (x: number) =>
    shadowOf(
      "s1",
      new Map([
        ["l1", lying(0, 0.005)],
        ["s1", lying(x, 0.1)],
      ]),
    );
  expect(over(0.03).map(([, , z]) => z)).toEqual([0.01, 0.01, 0.01, 0.01]);
  expect(over(0.08)[0]![2]).toBe(0);
  expect(
    over(0.03)
      .map(([x]) => x)
      .sort(),
  ).toEqual([0.015, 0.015, 0.045, 0.045].map((x) => expect.closeTo(x)));
});
