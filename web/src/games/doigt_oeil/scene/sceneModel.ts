/**
 * What is to be seen at a moment: the wood as the server showed it, one's own hand as one moves it, a fall once
 * more and slowly, and the camera. Draws nothing and knows no rule; `scene2d.ts` and `scene3d.ts` draw it.
 */
import { bestSide, type Eye, eyeOf, seatAngle } from "./camera";
import type { Position, Side } from "../cards/cards";
import type { Frame } from "./frames";
import { Grip, type Hands } from "../steering/grip";
import { ImpactDetector, type Impact } from "./impacts";
import { add, inverse, less, long, mix, multiply, type Pose, posed, type Quat, type Vec, vectorOf } from "./maths";
import { PHYSICS } from "../physics";
import { DELAY, Replay, type Seen, Timeline } from "./timeline";
import { above, airBelow, oriented, topOf } from "./pieces";

export type Held = { id: string; seat: number; hands: Hands; closed: Side | "none"; position: Position };
export type Picture = {
  pieces: Map<string, Pose>;
  /** Where a piece chosen from the list would lie. */
  ghost: { id: string; pose: Pose } | null;
  /** Whether one's own piece touches something. */
  touching: boolean;
  /** The piece in hand, the hand that holds it, and how hard it presses (0 … 1). */
  held: { id: string; hand: Pose; press: number; hands: Hands; seat: number } | null;
  eye: Eye;
  slow: boolean;
  /** Whether the shadow right below what hangs is seen: it tells where it would land, and takes two eyes. */
  plumb: boolean;
};

const BLEND_IN = 0.06; // seconds until the server's truth shows when the piece touches
const BLEND_OUT = 0.25;
const HARD = PHYSICS.hand.force; // newtons: the most a hand presses
const SLOWLY = 0.36;
const SHOWN_BEFORE = 0.3;
const SHOWN_AFTER = 0.85;
const LEAD = PHYSICS.frame.lead; // seconds that a trajectory begins before its first fall
const STALE = 0.5;
const NEAR = 0.01; // metres
const FOLLOW = 5; // the camera's pace, 1/s

export class SceneModel {
  readonly line = new Timeline();
  grip: Grip | null = null;
  held: Held | null = null;
  aspect = 1.5;
  lean = 0;
  reduced = false;
  /** Something hit something. */
  onimpact: (impact: Impact, after?: number) => void = () => undefined;
  readonly #detector = new ImpactDetector();
  /** One's own piece has been let go; what follows is the server's alone. */
  released = false;
  /** The server's hand has been seen since this piece was taken up. */
  met = false;
  /** Where a piece hangs that no frame has shown yet. */
  #hung: Pose | null = null;
  #truth = 0;
  #clock = 0;
  #drawn = 0;
  #eye: Eye | null = null;
  #replay: { show: Replay; since: number | null; angle: number; start: number; seconds: number; heard: number } | null =
    null;

  constructor(
    public seat: number | null,
    readonly seats: number,
  ) {}

  /** Where the last picture was seen from. */
  get eye(): Eye {
    return (
      this.#eye ?? eyeOf({ angle: this.angle, top: 0.05, held: null, aspect: this.aspect, lean: 0, closed: "none" })
    );
  }

  get angle(): number {
    return seatAngle(this.seat ?? 0, this.seats);
  }

  /** The view's own poses, where no frame has told better lately. */
  rest(poses: ReadonlyMap<string, Pose>, now: number): void {
    if (this.line.empty || now - this.line.heard > STALE) this.line.rest(poses);
  }

  /** A piece was taken up, by oneself or another; null: nobody holds one. */
  take(held: Held | null, rest: ReadonlyMap<string, Pose>): void {
    this.held = held;
    this.released = false;
    this.#truth = 0;
    this.met = false;
    this.ghost = null;
    this.grip = this.#hung = null;
    if (!held) return;
    const at = above(held.id, rest, seatAngle(held.seat, this.seats));
    const turn = this.#asked(held);
    this.#hung = { at, turn };
    if (held.seat !== this.seat) return;
    this.grip = new Grip(held.hands, { at, turn: [1, 0, 0, 0] });
    this.grip.wish = { at, turn };
  }

  /** As the card wants it, from left to right before whoever holds it. */
  #asked({ position, seat }: Held): Quat {
    const angle = seatAngle(seat, this.seats);
    return oriented(position, Math.round(angle / Math.PI) * Math.PI - angle);
  }

  hear(frame: Frame, now: number): void {
    this.line.push(frame, now);
    for (const impact of this.#detector.hear(frame, this.held?.id ?? null)) this.onimpact(impact, DELAY);
    if (!this.held || !frame.hand) return;
    if (this.grip && !this.met) this.#meet(this.grip, frame.hand);
    this.met = true;
    this.#hung = null;
  }

  /**
   * After a reload the hand is where the server has it. A piece just taken up hangs where the page has hung it: a hand
   * that the person has moved before the server's was seen stays where they moved it.
   */
  #meet(grip: Grip, hand: Pose): void {
    if (long(less(hand.at, this.#hung!.at)) < NEAR) return;
    grip.hand = grip.piece = hand;
    const wanted = this.#asked(this.held!);
    const lies = this.#lies(hand);
    grip.wish = { at: hand.at, turn: lies ? hand.turn : wanted };
    grip.yaw = lies ? vectorOf(multiply(hand.turn, inverse(wanted)))[2] : 0;
  }

  /** Whether a pose is in the position the card wants, however it is turned about the vertical. */
  #lies(pose: Pose): boolean {
    const wanted = topOf(this.held!.id, { at: [0, 0, 0], turn: oriented(this.held!.position) });
    return Math.abs(topOf(this.held!.id, { ...pose, at: [0, 0, 0] }) - wanted) < 0.001;
  }

  /** A collapse, to be shown once more from its best side; with reduced motion only if one asks for it. */
  again(frames: readonly Frame[], asked = false): void {
    if ((this.reduced && !asked) || frames.length < 4) return;
    const show = new Replay(frames);
    const start = Math.max(0, Math.min(LEAD, show.seconds) - SHOWN_BEFORE);
    const [before, after] = [show.at(start).poses, show.at(show.seconds).poses];
    const moved = [...after].flatMap(([id, pose]) => (before.has(id) ? [less(pose.at, before.get(id)!.at)] : []));
    const seconds = Math.min(SHOWN_BEFORE + SHOWN_AFTER, show.seconds - start);
    this.#replay = { show, since: null, angle: bestSide(moved, this.angle), start, seconds, heard: 0 };
  }

  skip(): void {
    this.#replay = null;
  }

  get slow(): boolean {
    return this.#replay !== null;
  }

  /** Whether anything can have changed since the last picture. */
  needsRedraw(now: number): boolean {
    return this.slow || this.grip !== null || now - this.line.heard < 1 || this.#cameraMoves;
  }
  #cameraMoves = true;
  /** Where a piece chosen from the list would lie. */
  ghost: Picture["ghost"] = null;

  /** Moves one's own hand on to this moment: as often as one likes, the answer is the same. */
  advance(now: number): void {
    const dt = Math.min(0.25, now - this.#clock);
    if (dt <= 0) return;
    this.#clock = now;
    if (this.grip && !this.released) this.grip.step(dt);
  }

  /** One's own piece as it really is: where the server has it while it touches something. */
  own(now: number): { pose: Pose; touching: boolean } | null {
    if (!this.grip || !this.held) return null;
    const seen = this.line.at(now);
    const truth = seen.poses.get(this.held.id);
    const touching = seen.touching && truth !== undefined && this.met;
    return { pose: touching ? truth : this.grip.piece, touching };
  }

  /** Metres of air below one's own piece. */
  air(now: number): number {
    if (!this.grip || !this.held) return 0;
    return airBelow(this.held.id, this.grip.piece, this.line.at(now).poses, this.held.closed !== "none");
  }

  picture(now: number): Picture {
    const dt = Math.min(0.25, Math.max(0, now - this.#drawn));
    this.#drawn = now;
    this.advance(now);
    const seen = this.#seen(now);
    const pieces = seen.poses;
    let hand = seen.hand;
    if (this.#hung && this.held && !this.slow) {
      pieces.set(this.held.id, this.#hung);
      hand = this.#hung;
    }
    const own = this.grip;
    if (own && this.held && !this.slow) {
      const truth = pieces.get(this.held.id);
      const real = this.released || seen.touching ? dt / BLEND_IN : -dt / BLEND_OUT;
      this.#truth = Math.min(1, Math.max(0, this.#truth + real));
      pieces.set(this.held.id, truth ? posed(own.piece, truth, this.#truth) : own.piece);
      hand = this.released ? seen.hand : own.hand;
    }
    const press = Math.min(1, seen.force / HARD) * (seen.touching ? 1 : 0);
    const held = this.held && hand && pieces.has(this.held.id) ? this.#holding(hand, press) : null;
    const plumb = !own || this.released || this.held?.closed === "none";
    const touching = own !== null && !this.released && this.met && seen.touching;
    const ghost = own && !this.released ? this.ghost : null;
    return { pieces, held, eye: this.#look(pieces, dt), slow: this.slow, plumb, touching, ghost };
  }

  #holding(hand: Pose, press: number): Picture["held"] {
    const { id, seat, hands } = this.held!;
    return { id, hand, press, hands, seat };
  }

  #seen(now: number): Seen {
    const again = this.#replay;
    if (!again) return this.line.at(now);
    // From its first picture on: a tab that was hidden meanwhile shows the whole fall.
    const shown = (now - (again.since ??= now)) * SLOWLY;
    const [from, to] = [again.start + again.heard, again.start + shown];
    for (const impact of again.show.impacts)
      if (impact.at > from && impact.at <= to) this.onimpact({ loud: impact.loud * 0.7, pitch: impact.pitch * 0.75 });
    again.heard = shown;
    if (shown >= again.seconds) this.#replay = null;
    return again.show.at(again.start + Math.min(shown, again.seconds));
  }

  #look(pieces: ReadonlyMap<string, Pose>, dt: number): Eye {
    const mine = this.grip && !this.slow ? this.held : null;
    const others = [...pieces].filter(([id]) => id !== this.held?.id);
    const top = Math.max(0.02, ...others.map(([id, pose]) => topOf(id, pose)));
    const piece = this.held && !this.slow ? pieces.get(this.held.id) : undefined;
    const held: Vec | null = piece ? [piece.at[0], piece.at[1], topOf(this.held!.id, piece)] : null;
    const angle = this.#replay?.angle ?? this.angle;
    const closed = mine && !this.released ? mine.closed : "none";
    const wanted = eyeOf({ angle, top, held, aspect: this.aspect, lean: mine ? this.lean : 0, closed });
    const was = this.#eye;
    if (!was || this.reduced) {
      this.#cameraMoves = false;
      return (this.#eye = wanted);
    }
    const k = 1 - Math.exp(-FOLLOW * dt);
    this.#eye = { at: round(was.at, wanted.at, k), look: mix(was.look, wanted.look, k) };
    this.#cameraMoves = [...less(this.#eye.at, wanted.at), ...less(this.#eye.look, wanted.look)].some(
      (gap) => Math.abs(gap) > 2e-4,
    );
    return this.#eye;
  }
}

/** From one eye's place to another's, round the middle of the board rather than through it. */
function round(from: Vec, to: Vec, k: number): Vec {
  const [a, b] = [Math.atan2(from[1], from[0]), Math.atan2(to[1], to[0])];
  const way = Math.atan2(Math.sin(b - a), Math.cos(b - a));
  const far = Math.hypot(from[0], from[1]) * (1 - k) + Math.hypot(to[0], to[1]) * k;
  return add([0, 0, from[2] * (1 - k) + to[2] * k], [Math.cos(a + way * k) * far, Math.sin(a + way * k) * far, 0]);
}
