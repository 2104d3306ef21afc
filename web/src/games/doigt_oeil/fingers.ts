/** The hand in the picture: a thumb and a finger of a light glove, which bend when the piece is pressed. */
import * as three from "three";
import type { Eye } from "./camera";
import { add, cross, dot, less, mix, type Pose, times, turned, unit, type Vec } from "./maths";
import { sizeOf } from "./pieces";

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

export function makeHand(material: Material, colours: readonly string[]) {
  const group = new three.Group();
  const glove = material("glove", { color: "#f3ead8", roughness: 0.85 });
  const palmShape = new three.SphereGeometry(1, 20, 14);
  const cuffShape = new three.CapsuleGeometry(0.0095, 0.032, 6, 18);
  const tipShape = new three.SphereGeometry(0.0042, 12, 8);
  const hands = [0, 1].map(() => {
    const palm = new three.Mesh(palmShape, glove);
    const cuff = new three.Mesh(cuffShape, glove);
    const fingers = [0, 1].map(() => new three.Mesh(new three.BufferGeometry(), glove));
    const tips = [0, 1].map(() => new three.Mesh(tipShape, glove));
    const all = [palm, cuff, ...fingers, ...tips];
    for (const one of all) one.castShadow = true;
    const whole = new three.Group();
    whole.add(...all);
    group.add(whole);
    return { whole, palm, cuff, fingers, tips };
  });
  const v = (at: Vec) => new three.Vector3(...at);
  const direction = new three.Vector3();

  /** A finger from the palm to its tip on the wood; pressed, it bows outwards. */
  function bend(finger: three.Mesh, from: Vec, tip: Vec, out: Vec, bow: number): void {
    const middle = add(mix(from, tip, 0.5), add(times(out, bow), times(UP, 0.004)));
    const curve = new three.CatmullRomCurve3([v(from), v(middle), v(tip)]);
    finger.geometry.dispose();
    finger.geometry = new three.TubeGeometry(curve, 10, 0.0042, 8, false);
  }

  function place(which: number, grip: { at: Vec; across: Vec; half: number }, shown: Shown): void {
    const { palm, cuff, fingers, tips, whole } = hands[which]!;
    whole.visible = true;
    // The palm goes where the hand is; the piece may hang back, and the fingers show it.
    const pull = less(shown.hand.at, shown.piece.at);
    const back = unit(less([shown.eye.at[0], shown.eye.at[1], 0], [grip.at[0], grip.at[1], 0]));
    const side = times(cross(back, UP), shown.two ? 0.022 * sideOf(which, grip.at, shown, back) : 0);
    const at = add(add(add(grip.at, pull), times(UP, PALM)), add(times(back, 0.012), side));
    palm.position.copy(v(at));
    palm.scale.set(0.0115, 0.0105, 0.0105);
    const arm = unit(add(add(times(UP, 0.75), times(back, 0.5)), times(side, 12)));
    cuff.position.copy(v(add(at, times(arm, 0.03))));
    cuff.quaternion.setFromUnitVectors(new three.Vector3(0, -1, 0), direction.copy(v(arm)));
    cuff.material = material(`cuff ${shown.seat}`, {
      color: new three.Color(colours[shown.seat] ?? "#888888").multiplyScalar(0.75),
      roughness: 0.9,
    });
    const bow = 0.008 + 0.012 * shown.press;
    fingers.forEach((finger, index) => {
      const out = times(grip.across, index ? -1 : 1);
      const tip = add(grip.at, times(out, grip.half + 0.0038));
      bend(finger, add(at, times(out, 0.005)), tip, out, bow);
      tips[index]!.position.copy(v(tip));
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
