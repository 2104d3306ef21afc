/**
 * How the marker swings with which a spot of the list is hit: `pace` sweeps a second, and the millimetres at the ends
 * of its two bars. `cinq.lab.wood.hands` measures that the list is as hard as the hand, and compares these numbers.
 */
import type { Side } from "../cards/cards";
import type { Hands } from "./grip";

export type Sweep = { pace: number; aside: number; depth: number };

const SWEEPS = {
  open: { pace: 0.6, aside: 5, depth: 10 },
  eye: { pace: 0.8, aside: 5, depth: 12 },
  hand: { pace: 1.0, aside: 6, depth: 12 },
} as const;

/** By what makes a card harder to lay: a single hand, or a closed eye. */
export const sweepOf = (card: { hands: Hands; closed: Side | "none" } | null | undefined): Sweep =>
  SWEEPS[card && card.hands !== "both" ? "hand" : card && card.closed !== "none" ? "eye" : "open"];
