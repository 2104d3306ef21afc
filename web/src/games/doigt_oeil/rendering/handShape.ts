/**
 * The shape of a right hand that pinches something between thumb and two fingers: one smooth surface round its bones.
 *
 * Metres. The origin is the middle of what is held; x runs along the knuckles from the index to the little finger,
 * y up the arm, z from the fingers to the thumb. A left hand is the mirror image (x negated).
 */
import { add, clamp, dot, less, long, mix, times, unit, type Vec } from "../scene/maths";

type Bone = { from: Vec; to: Vec; thick: readonly [number, number] };
type Limb = { bones: readonly Bone[]; side: 1 | -1; grips: boolean; nail: Vec };

const MM = 0.001;
/** Half of what the hand is modelled to hold. */
export const REST = 6.25 * MM;

/** Joints from the knuckle to the tip as x, y, z and radius, in millimetres. */
function limb(side: 1 | -1, grips: boolean, nail: Vec, ...joints: readonly (readonly number[])[]): Limb {
  const at = ([x, y, z]: readonly number[]): Vec => [x! * MM, y! * MM, z! * MM];
  const bones = joints.slice(1).map((joint, index) => ({
    from: at(joints[index]!),
    to: at(joint),
    thick: [joints[index]![3]! * MM, joint[3]! * MM] as const,
  }));
  return { bones, side, grips, nail };
}
const LIMBS: readonly Limb[] = [
  limb(1, true, [-0.3, -0.1, 1], [-13, 60, 7, 8.2], [-12, 38, 16, 6.6], [-5, 18, 15.5, 5.8], [-1, 0, 11, 4.7]),
  limb(-1, true, [0, -0.2, -1], [-11, 56, -8, 6.6], [-8, 34, -18, 5.7], [-6.5, 15, -16, 5], [-5.2, -1, -10.6, 4.3]),
  limb(-1, true, [0, -0.2, -1], [1, 58, -9, 6.8], [4, 34, -20, 5.8], [5, 14, -17, 5.1], [5.2, -2.5, -10.6, 4.3]),
  limb(-1, false, [0, 0.4, -1], [12, 56, -8, 6.5], [15, 35, -19, 5.6], [14.5, 20, -13, 5], [13, 15, -2, 4.4]),
  limb(-1, false, [0.2, 0.4, -1], [21, 53, -5, 5.9], [25, 36, -14, 5], [24, 24, -8, 4.5], [22, 21, 1, 4]),
];
/** The back of the hand, the ball of the thumb, the wrist and the arm up into the sleeve. */
const PALM: readonly Bone[] = limb(1, false, [0, 0, 0], [-10, 57, -6, 8.5], [-3, 92, 0, 10]).bones.concat(
  limb(1, false, [0, 0, 0], [1, 59, -6, 9], [2, 94, 0, 10.5]).bones,
  limb(1, false, [0, 0, 0], [11, 58, -5, 8.8], [6, 93, 0, 10]).bones,
  limb(1, false, [0, 0, 0], [19, 56, -3, 8], [10, 90, 0, 9.5]).bones,
  limb(1, false, [0, 0, 0], [-12, 58, 8, 8.5], [-4, 86, 4, 10]).bones,
  limb(1, false, [0, 0, 0], [-3, 94, 0, 9.5], [-4, 120, 0, 9.5], [-6, 150, 0, 12]).bones,
  limb(1, false, [0, 0, 0], [8, 94, 0, 9], [7, 120, 0, 9.5], [8, 150, 0, 12]).bones,
);
const BONES = [...LIMBS.flatMap(({ bones }) => bones), ...PALM];

/** How far along a bone a place is, 0 … 1, and how far from its skin. */
function near({ from, to, thick }: Bone, place: Vec): { share: number; far: number } {
  const way = less(to, from);
  const share = clamp(dot(less(place, from), way) / dot(way, way), 0, 1);
  return { share, far: long(less(place, mix(from, to, share))) - (thick[0] * (1 - share) + thick[1] * share) };
}
/** The smaller of two distances, rounded off where they meet. */
function joined(a: number, b: number, soft: number): number {
  const share = clamp(0.5 + (b - a) / (2 * soft), 0, 1);
  return b + (a - b) * share - soft * share * (1 - share);
}
/** Metres from the skin; below 0 inside. Fingers stay apart, and grow softly out of the palm. */
function skinAt(place: Vec): number {
  let fingers = Infinity;
  for (const { bones } of LIMBS) {
    let one = Infinity;
    for (const bone of bones) one = joined(near(bone, place).far, Math.min(one, 1), 2 * MM);
    fingers = joined(one, Math.min(fingers, 1), 0.8 * MM);
  }
  let palm = Infinity;
  for (const bone of PALM) palm = joined(near(bone, place).far, Math.min(palm, 1), 6 * MM);
  return joined(fingers, palm, 5 * MM);
}

export type HandShape = {
  positions: Float32Array;
  normals: Float32Array;
  colours: Float32Array;
  indices: number[];
  /** How each place moves by a metre: fingertips apart, fingers bowed outwards, fingertips along x, y and z. */
  bends: { apart: Float32Array; bow: Float32Array; tips: [Float32Array, Float32Array, Float32Array] };
};

/** The surface in cells of this many metres. */
export function shapeHand(cell: number): HandShape {
  const { places, indices } = surface(cell);
  const normals = places.map(outwards);
  const gripping = places.map(gripOf);
  const move = (by: (grip: Grip) => Vec) => flat(gripping.map((grip) => (grip ? by(grip) : [0, 0, 0])));
  return {
    positions: flat(places),
    normals: flat(normals),
    colours: flat(places.map((place, index) => colourOf(place, normals[index]!))),
    indices,
    bends: {
      apart: move(({ side, share }) => [0, 0, side * share]),
      bow: move(({ side, share }) => [0, 0, side * 4 * share * (1 - share)]),
      tips: [
        move(({ share }) => [share, 0, 0]),
        move(({ share }) => [0, share, 0]),
        move(({ share }) => [0, 0, share]),
      ],
    },
  };
}
const flat = (some: readonly Vec[]) => new Float32Array(some.flatMap((one) => [...one]));

type Grip = { side: 1 | -1; share: number };
/** For a place on a finger that holds: on which side, and how far down from the knuckle it is, 0 … 1. */
function gripOf(place: Vec): Grip | null {
  const own = nearest(place);
  if (!own?.limb.grips) return null;
  const down = clamp((own.bone + own.share) / own.limb.bones.length, 0, 1);
  return { side: own.limb.side, share: down * down * (3 - 2 * down) };
}
/** The finger that a place belongs to, and where on it; null on the palm. */
function nearest(place: Vec): { limb: Limb; bone: number; share: number } | null {
  let [best, found] = [Infinity, null as ReturnType<typeof nearest>];
  for (const limb of LIMBS)
    limb.bones.forEach((bone, index) => {
      const { far, share } = near(bone, place);
      if (far < best) [best, found] = [far, { limb, bone: index, share }];
    });
  return PALM.some((bone) => near(bone, place).far < best) ? null : found;
}

// Linear, not sRGB: as the renderer counts light.
const SKIN: Vec = [0.63, 0.32, 0.18];
const BLUSH: Vec = [0.6, 0.23, 0.14];
const NAIL: Vec = [0.8, 0.5, 0.38];
/** Skin, a little redder at joints and tips, with lighter nails. */
function colourOf(place: Vec, normal: Vec): Vec {
  const own = nearest(place);
  if (!own) return SKIN;
  const { limb, bone, share } = own;
  const last = bone === limb.bones.length - 1;
  if (last && share > 0.62 && share < 1 && dot(normal, unit(limb.nail)) > 0.72) return NAIL;
  const joint = Math.max(0, 1 - Math.min(share, 1 - share) * 5);
  return mix(SKIN, BLUSH, 0.55 * joint);
}
function outwards(place: Vec): Vec {
  const step = 0.3 * MM;
  const slope = ([0, 1, 2] as const).map((axis) => {
    const by: Vec = [axis === 0 ? step : 0, axis === 1 ? step : 0, axis === 2 ? step : 0];
    return skinAt(add(place, by)) - skinAt(less(place, by));
  });
  return unit([slope[0]!, slope[1]!, slope[2]!]);
}

/** Naive surface nets: a place in every cell that the skin runs through, a face between four of them. */
function surface(cell: number): { places: Vec[]; indices: number[] } {
  const [low, size] = box(cell);
  const [nx, ny, nz] = size;
  const corner = (i: number, j: number, k: number) => i + nx * (j + ny * k);
  const values = sample(low, size, cell);
  const found = new Map<number, number>();
  const places: Vec[] = [];
  const indices: number[] = [];
  for (let k = 0; k < nz - 1; k += 1)
    for (let j = 0; j < ny - 1; j += 1)
      for (let i = 0; i < nx - 1; i += 1) {
        const middle = crossing(values, corner, [i, j, k]);
        if (!middle) continue;
        found.set(corner(i, j, k), places.length);
        places.push(add(low, times(middle, cell)));
      }
  const AXES = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  for (const cellIndex of found.keys()) {
    const at = [cellIndex % nx, Math.floor(cellIndex / nx) % ny, Math.floor(cellIndex / (nx * ny))] as const;
    for (const axis of [0, 1, 2] as const) {
      const [u, v] = [AXES[(axis + 1) % 3]!, AXES[(axis + 2) % 3]!];
      const along = AXES[axis];
      const [a, b] = [values[corner(...at)]!, values[corner(at[0] + along[0], at[1] + along[1], at[2] + along[2])]!];
      if (a < 0 === b < 0) continue;
      const four = [0, 1, 2, 3].map((turn) => {
        const [du, dv] = [turn === 1 || turn === 2 ? 1 : 0, turn > 1 ? 1 : 0];
        return found.get(
          corner(at[0] - u[0] * du - v[0] * dv, at[1] - u[1] * du - v[1] * dv, at[2] - u[2] * du - v[2] * dv),
        )!;
      });
      const [p, q, r, s] = (a < 0 ? four : [four[0], four[3], four[2], four[1]]) as [number, number, number, number];
      indices.push(p, q, r, p, r, s);
    }
  }
  return { places, indices };
}

/** A box of cells round the whole hand: its lowest corner, and how many corners there are each way. */
function box(cell: number): [Vec, readonly [number, number, number]] {
  const ends = BONES.flatMap(({ from, to, thick }) =>
    [from, to].flatMap((end) => [less(end, MARGIN(thick)), add(end, MARGIN(thick))]),
  );
  const axis = (pick: 0 | 1 | 2) => ends.map((end) => end[pick]);
  const low: Vec = [Math.min(...axis(0)), Math.min(...axis(1)), Math.min(...axis(2))];
  const count = (pick: 0 | 1 | 2) => Math.ceil((Math.max(...axis(pick)) - low[pick]) / cell) + 2;
  return [low, [count(0), count(1), count(2)]];
}
const MARGIN = (thick: readonly [number, number]): Vec => {
  const far = Math.max(...thick) + 5 * MM;
  return [far, far, far];
};

/** Distances at all corners; blocks of corners that are far from the skin are not looked at one by one. */
function sample(low: Vec, [nx, ny, nz]: readonly [number, number, number], cell: number): Float32Array {
  const values = new Float32Array(nx * ny * nz);
  const BLOCK = 4;
  const at = (i: number, j: number, k: number) => add(low, times([i, j, k], cell));
  const reach = Math.sqrt(3) * (BLOCK / 2 + 1) * cell;
  for (let k0 = 0; k0 < nz; k0 += BLOCK)
    for (let j0 = 0; j0 < ny; j0 += BLOCK)
      for (let i0 = 0; i0 < nx; i0 += BLOCK) {
        const middle = skinAt(at(i0 + BLOCK / 2, j0 + BLOCK / 2, k0 + BLOCK / 2));
        const [i1, j1, k1] = [Math.min(nx, i0 + BLOCK), Math.min(ny, j0 + BLOCK), Math.min(nz, k0 + BLOCK)];
        for (let k = k0; k < k1; k += 1)
          for (let j = j0; j < j1; j += 1)
            for (let i = i0; i < i1; i += 1)
              values[i + nx * (j + ny * k)] = Math.abs(middle) > reach ? middle : skinAt(at(i, j, k));
      }
  return values;
}

/** Where, in cells, the skin runs through this cell: the mean of where it cuts the cell's edges. */
function crossing(
  values: Float32Array,
  corner: (i: number, j: number, k: number) => number,
  [i, j, k]: readonly [number, number, number],
): Vec | null {
  let [sum, count]: [Vec, number] = [[0, 0, 0], 0];
  for (const [a, b] of EDGES) {
    const [from, to] = [values[corner(i + a[0], j + a[1], k + a[2])]!, values[corner(i + b[0], j + b[1], k + b[2])]!];
    if (from < 0 === to < 0) continue;
    sum = add(sum, mix(a, b, from / (from - to)));
    count += 1;
  }
  return count ? add([i, j, k], times(sum, 1 / count)) : null;
}
/** The twelve edges of a cell. */
const EDGES: readonly (readonly [Vec, Vec])[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3].map((which) => {
    const rest = [which & 1, which >> 1];
    const end = (on: number): Vec => {
      const two = [...rest];
      return [0, 1, 2].map((one) => (one === axis ? on : two.shift()!)) as unknown as Vec;
    };
    return [end(0), end(1)] as const;
  }),
);
