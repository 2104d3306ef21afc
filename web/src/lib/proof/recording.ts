/**
 * What this browser keeps of a game while it is played, to check its end against (docs/fairness.md): the commitment
 * that it saw first, the nonce that it gave for it, the last chain, and the lines that it was shown.
 */
import type * as Wire from "../wire";

export type Pin = {
  commitment: string;
  /** Whether the commitment was seen before the game began. */
  before: boolean;
  nonce?: string;
  chain?: string;
};
/** Consecutive lines as they were shown, and the chain that came with them. */
export type Part = { chain: string; lines: readonly Wire.RedactedLine[] };

const KEY = "cinq:proofs";
const KEPT = 20;
type Pins = Record<string, Pin & { at: number }>;
/** In private mode this is all there is: it lasts as long as the page. */
let memory: Pins = {};

function read(): Pins {
  try {
    return { ...memory, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Pins) };
  } catch {
    return memory;
  }
}

export const pinOf = (game: string): Pin | null => read()[game] ?? null;

function keep(game: string, pin: Pin): Pin {
  const pins: Pins = { ...read(), [game]: { ...pin, at: Date.now() } };
  const newest = Object.entries(pins).sort((a, b) => b[1].at - a[1].at);
  memory = Object.fromEntries(newest.slice(0, KEPT));
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    /* private mode */
  }
  return pin;
}

/** The first commitment that is seen stays: a later one does not replace it. */
export const pin = (game: string, commitment: string, before: boolean): Pin =>
  pinOf(game) ?? keep(game, { commitment, before });

/** This browser's share of the shuffle of a game, made up once its commitment is pinned. */
export function nonceFor(game: string): string {
  const pinned = pinOf(game)!;
  const nonce = pinned.nonce ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  keep(game, { ...pinned, nonce });
  return nonce;
}

/** The id of the game that a table's commitment is for: in the lobby, the next. */
const gameOf = (table: Wire.Table): string => `${table.id}-${(table.round ?? 0) + (table.phase === "lobby" ? 1 : 0)}`;

/** What was shown of one table, and the commitment it was shown first. */
export class Recording {
  parts: Part[] = [];
  #game = "";
  /** The game that a nonce was sent for since this page was opened. */
  #given = "";

  /** Pins the commitment; returns the nonce that answers it, where this seat owes one. */
  see(table: Wire.Table, you: number | null): Wire.Nonce | null {
    const game = gameOf(table);
    if (table.phase === "over") return null;
    const { commitment } = pin(game, table.commitment, table.phase === "lobby");
    const owed = table.phase === "lobby" && you !== null && !table.chairs[you]?.mixed;
    const chair = `${game} ${you}`; // who changes seats gives it again
    if (!owed || this.#given === chair) return null;
    this.#given = chair;
    return { type: "nonce", nonce: nonceFor(game), commitment };
  }

  /** Everything anew: parts after this chain were taken back; where it is none of theirs, the last part was. */
  sync(message: Wire.Sync): void {
    const { table, chain, history } = message;
    if (table.phase === "lobby" || !chain) return;
    if (this.#game !== gameOf(table)) this.parts = [];
    this.#game = gameOf(table);
    const known = this.parts.findIndex((part) => part.chain === chain);
    this.parts = known < 0 ? this.parts.slice(0, -1) : this.parts.slice(0, known + 1);
    this.add(chain, history ?? []);
  }

  add(chain: string, lines: readonly Wire.RedactedLine[]): void {
    this.parts = [...this.parts, { chain, lines }];
    const pinned = pinOf(this.#game);
    if (pinned) keep(this.#game, { ...pinned, chain });
  }
}
