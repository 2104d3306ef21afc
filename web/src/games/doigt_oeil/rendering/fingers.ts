/** The hand in the picture: thumb and fingers, which bend when the piece is pressed, palm, wrist and sleeve. */
import * as three from "three";
import type { Eye } from "../scene/camera";
import { add, cross, dot, less, mix, type Pose, times, turned, unit, type Vec } from "../scene/maths";
import { sizeOf } from "../scene/pieces";

export type Shown = { id: string; piece: Pose; hand: Pose; press: number; two: boolean; seat: number; eye: Eye };
type Material = (name: string, options: three.MeshStandardMaterialParameters) => three.Material;

const UP: Vec = [0, 0, 1];
const PALM = 0.05; // metres above the grip

/** Where a hand holds a piece: the middle of the grip, and the side its two fingertips are on. */
export function grips(id: string, pose: Pose, two: boolean): { at: Vec; across: Vec; half: number }[] {
  const size = sizeOf(id);
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis, index) => ({ way: turned(pose.turn, axis), size: size[index]! }));
  const upright = axes.reduce((best, axis) => (Math.abs(axis.way[2]) > Math.abs(best.way[2]) ? axis : best));
  const level = axes.filter((axis) => axis !== upright).sort((a, b) => a.size - b.size);
  const [thin, wide] = [level[0]!, level[1]!];
  const raise = Math.max(0, upright.size / 2 - 0.006);
  if (!two) return [{ at: add(pose.at, times(UP, raise)), across: thin.way, half: thin.size / 2 }];
  // Two hands: at both ends of what lies, one over the other on what stands.
  const ends =
    wide.size > 0.02
      ? [times(wide.way, wide.size * 0.4), times(wide.way, -wide.size * 0.4)]
      : [times(UP, 0), times(UP, -0.014)];
  return ends.map((end, index) => ({
    at: add(add(pose.at, times(UP, raise)), end),
    across: wide.size > 0.02 ? thin.way : index ? wide.way : thin.way,
    half: (wide.size > 0.02 || !index ? thin.size : wide.size) / 2,
  }));
}

/** A finger: which side of the piece it is on, how far along the knuckles, how thick, whether it is curled in. */
type Finger = { side: 1 | -1; along: number; thick: number; curled?: boolean };
const FINGERS: readonly Finger[] = [
  { side: 1, along: -0.003, thick: 0.005 },
  { side: -1, along: -0.0045, thick: 0.0042 },
  { side: -1, along: 0.0045, thick: 0.0042 },
  { side: -1, along: 0.0115, thick: 0.004, curled: true },
  { side: -1, along: 0.0175, thick: 0.0036, curled: true },
];

/** Thumb and fingers on the wood, palm, wrist and a sleeve in the colour of the seat. */
export function makeHand(material: Material, colours: readonly string[]) {
  const group = new three.Group();
  const skin = material("skin", { color: "#dda67c", roughness: 0.75 });
  const palmShape = new three.SphereGeometry(1, 20, 14);
  const wristShape = new three.CylinderGeometry(0.0088, 0.0105, 0.03, 18);
  const sleeveShape = new three.CylinderGeometry(0.0185, 0.0135, 0.075, 20);
  const tipShape = new three.SphereGeometry(1, 12, 8);
  const hands = [0, 1].map(() => {
    const palm = new three.Mesh(palmShape, skin);
    const wrist = new three.Mesh(wristShape, skin);
    const sleeve = new three.Mesh(sleeveShape, skin);
    const fingers = FINGERS.map(() => new three.Mesh(new three.BufferGeometry(), skin));
    const tips = FINGERS.map(() => new three.Mesh(tipShape, skin));
    const all = [palm, wrist, sleeve, ...fingers, ...tips];
    for (const one of all) one.castShadow = true;
    const whole = new three.Group();
    whole.add(...all);
    group.add(whole);
    return { whole, palm, wrist, sleeve, fingers, tips };
  });
  const v = (at: Vec) => new three.Vector3(...at);
  const basis = new three.Matrix4();

  /** A finger from its knuckle to its tip; pressed, it bows outwards. */
  function bend(finger: three.Mesh, from: Vec, tip: Vec, out: Vec, bow: number, thick: number): void {
    const middle = add(mix(from, tip, 0.45), add(times(out, bow), times(UP, 0.004)));
    const curve = new three.CatmullRomCurve3([v(from), v(middle), v(tip)]);
    finger.geometry.dispose();
    finger.geometry = new three.TubeGeometry(curve, 10, thick, 8, false);
  }

  /** Where the palm is, which way the arm goes, and how the knuckles lie, for one grip. */
  function posture(which: number, grip: { at: Vec; across: Vec }, shown: Shown) {
    // The palm goes where the hand is; the piece may hang back, and the fingers show it.
    const pull = less(shown.hand.at, shown.piece.at);
    const back = unit(less([shown.eye.at[0], shown.eye.at[1], 0], [grip.at[0], grip.at[1], 0]));
    const side = times(cross(back, UP), shown.two ? 0.022 * sideOf(which, grip.at, shown, back) : 0);
    const at = add(add(add(grip.at, pull), times(UP, PALM)), add(times(back, 0.012), side));
    const wanted = unit(add(add(times(UP, 0.75), times(back, 0.5)), times(side, 12)));
    const arm = unit(less(wanted, times(grip.across, dot(wanted, grip.across))));
    return { at, arm, along: cross(arm, grip.across) };
  }

  function place(which: number, grip: { at: Vec; across: Vec; half: number }, shown: Shown): void {
    const { palm, wrist, sleeve, whole } = hands[which]!;
    whole.visible = true;
    const { at, arm, along } = posture(which, grip, shown);
    basis.makeBasis(v(along), v(arm), v(grip.across));
    palm.position.copy(v(at));
    palm.scale.set(0.0185, 0.0215, 0.0105);
    wrist.position.copy(v(add(at, times(arm, 0.026))));
    sleeve.position.copy(v(add(at, times(arm, 0.07))));
    for (const part of [palm, wrist, sleeve]) part.quaternion.setFromRotationMatrix(basis);
    sleeve.material = material(`sleeve ${shown.seat}`, {
      color: new three.Color(colours[shown.seat] ?? "#888888").multiplyScalar(0.75),
      roughness: 0.9,
    });
    curl(which, grip, { at, arm, along }, shown.press);
  }

  function curl(
    which: number,
    grip: { at: Vec; across: Vec; half: number },
    { at, arm, along }: { at: Vec; arm: Vec; along: Vec },
    press: number,
  ): void {
    const { fingers, tips } = hands[which]!;
    FINGERS.forEach(({ side, along: far, thick, curled }, index) => {
      const out = times(grip.across, side);
      const knuckle = add(add(at, times(arm, -0.012)), add(times(along, far), times(out, 0.005)));
      const tip = curled
        ? add(add(at, times(arm, -0.027)), add(times(along, far * 0.8), times(out, -0.002)))
        : add(grip.at, add(times(out, grip.half + thick * 0.85), times(along, far * 0.8)));
      bend(fingers[index]!, knuckle, tip, out, curled ? 0.011 : 0.008 + 0.012 * press, thick);
      tips[index]!.position.copy(v(tip));
      tips[index]!.scale.setScalar(thick);
    });
  }

  return {
    group,
    show(shown: Shown | null): void {
      for (const { whole } of hands) whole.visible = false;
      if (!shown) return;
      grips(shown.id, shown.piece, shown.two).forEach((grip, index) => place(index, grip, shown));
    },
  };
}

/** Each of two arms comes from the side its end is on; of two grips one over the other, one from each side. */
function sideOf(which: number, at: Vec, shown: Shown, back: Vec): number {
  const aside = dot(less(at, shown.piece.at), cross(back, UP));
  return Math.abs(aside) > 0.004 ? Math.sign(aside) : which ? -1 : 1;
}
