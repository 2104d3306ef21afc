/** Places and turns, as the physics counts them: x right, y away, z up, metres; quaternions w, x, y, z. */
export type Vec = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];
export type Pose = { at: Vec; turn: Quat };

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const less = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const long = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const mix = (a: Vec, b: Vec, k: number): Vec => add(times(a, 1 - k), times(b, k));
export const unit = (a: Vec): Vec => times(a, 1 / (long(a) || 1));
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export const NO_TURN: Quat = [1, 0, 0, 0];

/** The turn `b`, then the turn `a`. */
export const multiply = ([aw, ax, ay, az]: Quat, [bw, bx, by, bz]: Quat): Quat => [
  aw * bw - ax * bx - ay * by - az * bz,
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
];
export const inverse = ([w, x, y, z]: Quat): Quat => [w, -x, -y, -z];
const about = (axis: Vec, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [Math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s];
};
export const yawed = (angle: number): Quat => about([0, 0, 1], angle);

/** A turn as a vector: its axis, as long as its angle. The shorter way round. */
export function vectorOf(q: Quat): Vec {
  const [w, x, y, z] = q[0] < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q;
  const s = Math.hypot(x!, y!, z!);
  if (s < 1e-12) return [0, 0, 0];
  const k = (2 * Math.atan2(s, w!)) / s;
  return [x! * k, y! * k, z! * k];
}
export function turnOf(v: Vec): Quat {
  const angle = long(v);
  return angle < 1e-12 ? NO_TURN : about(times(v, 1 / angle), angle);
}
/** How far apart two turns are, in radians. */
export const apart = (a: Quat, b: Quat): number => long(vectorOf(multiply(a, inverse(b))));
/** From one turn towards another by a share. */
export const between = (a: Quat, b: Quat, k: number): Quat =>
  multiply(turnOf(times(vectorOf(multiply(b, inverse(a))), k)), a);
export const posed = (a: Pose, b: Pose, k: number): Pose => ({
  at: mix(a.at, b.at, k),
  turn: between(a.turn, b.turn, k),
});

/** A vector turned. */
export function turned(q: Quat, v: Vec): Vec {
  const u: Vec = [q[1], q[2], q[3]];
  const side = times(cross(u, v), 2);
  return add(add(v, times(side, q[0])), cross(u, side));
}
