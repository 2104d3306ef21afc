/** The hands in the picture: where they hold a piece, how they are turned, and how their fingers give way. */
import * as three from "three";
import type { Side } from "../cards/cards";
import type { Eye } from "../scene/camera";
import { add, cross, dot, less, type Pose, times, unit, type Vec } from "../scene/maths";
import type { Hands } from "../steering/grip";
import { type Grip, gripsOf } from "./grips";
import { REST, shapeHand } from "./handShape";

export type Shown = { id: string; piece: Pose; hand: Pose; press: number; hands: Hands; seat: number; eye: Eye };
type Material = (name: string, options: three.MeshStandardMaterialParameters) => three.Material;

const UP: Vec = [0, 0, 1];

/** One hand on the wood: a skin that bends, and a sleeve in the colour of the seat. */
export function makeHand(material: Material, colours: readonly string[], cell: number) {
  const group = new three.Group();
  const skin = material("skin", { vertexColors: true, roughness: 0.7 });
  const [shape, sleeve] = [skinGeometry(cell), sleeveGeometry()];
  const hands = [0, 1].map(() => {
    const parts = [new three.Mesh(shape, skin), new three.Mesh(sleeve, skin)] as const;
    for (const part of parts) part.receiveShadow = true;
    parts[0].castShadow = true; // a sleeve's shadow would end where the lamp's map does
    const whole = new three.Group();
    whole.add(...parts);
    whole.matrixAutoUpdate = false;
    group.add(whole);
    return { whole, skin: parts[0], sleeve: parts[1] };
  });

  function place(index: number, grip: Grip, side: Side, shown: Shown): void {
    const { whole, skin, sleeve } = hands[index]!;
    const { along, arm, across } = posture(grip, side, shown.eye);
    // The hand is where it is; the piece may hang back, and the fingers show it.
    const pull = less(shown.hand.at, shown.piece.at);
    whole.visible = true;
    whole.matrix.makeBasis(v(along), v(arm), v(across)).setPosition(v(add(grip.at, pull)));
    const back = [along, arm, across].map((axis) => -dot(pull, axis));
    skin.morphTargetInfluences = [grip.half - REST, BOW * shown.press, ...back];
    sleeve.material = material(`sleeve ${shown.seat}`, {
      color: new three.Color(colours[shown.seat] ?? "#888888").multiplyScalar(0.8),
      roughness: 0.95,
    });
  }

  return {
    group,
    show(shown: Shown | null): void {
      for (const { whole } of hands) whole.visible = false;
      if (!shown) return;
      const { id, piece, hands: which, eye } = shown;
      gripsOf(id, piece, which, eye).forEach(({ side, ...grip }, index) => place(index, grip, side, shown));
    },
  };
}
const v = (at: Vec) => new three.Vector3(...at);

/** Metres that fingers bow outwards at the hardest press. */
const BOW = 0.006;

/** How a hand is turned: the arm leans back and to its own side, the thumb is on the near or the inner side. */
function posture(grip: Pick<Grip, "at" | "across">, side: Side, eye: Eye): Record<"along" | "arm" | "across", Vec> {
  const back = unit(less([eye.at[0], eye.at[1], 0], [grip.at[0], grip.at[1], 0]));
  const aside = times(cross(UP, back), side === "right" ? 1 : -1);
  const thumb = dot(grip.across, add(times(aside, -0.6), times(back, 0.8))) < 0 ? -1 : 1;
  const across = times(grip.across, thumb);
  const wanted = add(add(times(UP, 0.8), times(back, 0.3)), times(aside, 0.4));
  const arm = unit(less(wanted, times(across, dot(wanted, across))));
  // A left hand is the mirror image of a right one.
  return { along: times(cross(arm, across), side === "right" ? 1 : -1), arm, across };
}

function skinGeometry(cell: number): three.BufferGeometry {
  const { positions, normals, colours, indices, bends } = shapeHand(cell);
  const made = new three.BufferGeometry();
  const attribute = (values: Float32Array) => new three.BufferAttribute(values, 3);
  made.setIndex(indices);
  made.setAttribute("position", attribute(positions));
  made.setAttribute("normal", attribute(normals));
  made.setAttribute("color", attribute(colours));
  made.morphAttributes.position = [bends.apart, bends.bow, ...bends.tips].map(attribute);
  made.morphTargetsRelative = true;
  return made;
}

/** From a folded cuff at the wrist up and out of the picture. */
function sleeveGeometry(): three.BufferGeometry {
  const outline = [
    [0.0145, 0.118],
    [0.0205, 0.1165],
    [0.0225, 0.119],
    [0.0225, 0.137],
    [0.0205, 0.1395],
    [0.0205, 0.1405],
    [0.0235, 0.19],
    [0.033, 0.42],
  ];
  const made = new three.LatheGeometry(
    outline.map(([far, up]) => new three.Vector2(far, up)),
    28,
  );
  // A forearm is wider than thick.
  return made.scale(1.12, 1, 0.88).translate(0.0015, 0, 0);
}
