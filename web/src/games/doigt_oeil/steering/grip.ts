/**
 * One's own hand before the server has heard of it: what the card's hands may do (DO-12, as `physics/hands.py`
 * filters it), how fast a hand goes, and the piece that hangs on it by a critically damped spring.
 */
import type { Side } from "../cards/cards";
import {
  add,
  apart,
  between,
  clamp,
  inverse,
  less,
  long,
  mix,
  multiply,
  type Pose,
  times,
  turnOf,
  type Vec,
  vectorOf,
} from "../scene/maths";

import { PHYSICS } from "../physics";

export type Hands = Side | "both";
type Doing = "nothing" | "moving" | "turning";

const { springRate: RATE, speed: SPEED, turn: TURN, moved: MOVED } = PHYSICS.hand;
const { reach: REACH, lowest: LOWEST, highest: HIGHEST } = PHYSICS.hand;
/** Seconds a single hand rests between moving and turning: a little longer than the server makes it rest. */
const PAUSE = PHYSICS.hand.pause + 0.01;
/** Radians: a quaternion changes by half the angle. */
const TURNED = 2 * PHYSICS.hand.turned;

const within = ([x, y, z]: Vec): Vec => [clamp(x, -REACH, REACH), clamp(y, -REACH, REACH), clamp(z, LOWEST, HIGHEST)];

/** A critically damped spring after `dt` seconds, exactly: its answer does not depend on how often it is asked. */
export function sprung(from: Vec, speed: Vec, dt: number): [Vec, Vec] {
  const pull = add(speed, times(from, RATE));
  const fade = Math.exp(-RATE * dt);
  const offset = times(add(from, times(pull, dt)), fade);
  return [offset, less(times(pull, fade), times(offset, RATE))];
}

/** Within 4° of an eighth of a turn it stays there, and by 8° it has caught up: no jumps. */
const EIGHTH = Math.PI / 4;
const CATCH = (4 * Math.PI) / 180;
export function magnet(angle: number): number {
  const near = Math.round(angle / EIGHTH) * EIGHTH;
  const off = angle - near;
  if (Math.abs(off) >= 2 * CATCH) return angle;
  return near + Math.sign(off) * Math.max(0, 2 * (Math.abs(off) - CATCH));
}

export class Grip {
  /** Where one wants the hand. */
  wish: Pose;
  /** Where it is allowed to be: this is what the server is told. */
  hand: Pose;
  /** The piece that follows it. */
  piece: Pose;
  /** Radians about the vertical that one has asked for; the wish catches at the eighths of a turn. */
  yaw = 0;
  #doing: Doing = "nothing";
  #still = PAUSE;
  #speed: Vec = [0, 0, 0];
  #spin: Vec = [0, 0, 0];

  constructor(
    readonly hands: Hands,
    start: Pose,
  ) {
    this.wish = this.hand = this.piece = start;
  }

  move(by: Vec): void {
    this.wish = { ...this.wish, at: within(add(this.wish.at, by)) };
  }

  turn(by: number): void {
    const more = magnet(this.yaw + by) - magnet(this.yaw);
    this.yaw += by;
    this.wish = { ...this.wish, turn: multiply(turnOf([0, 0, more]), this.wish.turn) };
  }

  step(dt: number): void {
    this.hand = this.#allowed(dt);
    // The hand moves within the step; the spring sees its end, a few milliseconds early at most.
    const [at, speed] = sprung(less(this.piece.at, this.hand.at), this.#speed, dt);
    const [turn, spin] = sprung(vectorOf(multiply(this.piece.turn, inverse(this.hand.turn))), this.#spin, dt);
    this.piece = { at: add(this.hand.at, at), turn: multiply(turnOf(turn), this.hand.turn) };
    [this.#speed, this.#spin] = [speed, spin];
  }

  #allowed(dt: number): Pose {
    const moves = long(less(this.wish.at, this.hand.at)) > MOVED;
    const turns = apart(this.wish.turn, this.hand.turn) > TURNED;
    const wants = this.hands === "both" ? "both" : this.#wants(moves, turns, dt);
    return {
      at: wants === "both" || wants === "moving" ? towards(this.hand.at, this.wish.at, SPEED * dt) : this.hand.at,
      turn:
        wants === "both" || wants === "turning"
          ? towardsTurn(this.hand.turn, this.wish.turn, TURN * dt)
          : this.hand.turn,
    };
  }

  /** A single hand goes on with what it does, and rests before it does something else. */
  #wants(moves: boolean, turns: boolean, dt: number): Doing {
    const goesOn = (this.#doing === "moving" && moves) || (this.#doing === "turning" && turns);
    const wants: Doing = goesOn ? this.#doing : moves ? "moving" : turns ? "turning" : "nothing";
    if (wants === "nothing" || (wants !== this.#doing && this.#doing !== "nothing" && this.#still < PAUSE)) {
      this.#still += dt;
      return "nothing";
    }
    [this.#doing, this.#still] = [wants, 0];
    return wants;
  }
}

function towards(from: Vec, to: Vec, most: number): Vec {
  const far = long(less(to, from));
  return far <= most ? to : mix(from, to, most / far);
}
function towardsTurn(from: Pose["turn"], to: Pose["turn"], most: number): Pose["turn"] {
  const far = apart(to, from);
  return far <= most ? to : between(from, to, most / far);
}
