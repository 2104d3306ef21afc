/**
 * Checks the log of a finished game against what this browser kept of it: without the server's word for anything.
 * What takes the rules of a game (was every draw the one that follows from the secret?) is `cinq verify`'s to check.
 */
import { fromHex, sha256, toHex } from "./sha256";
import type { Part, Pin } from "./recording";

type Header = {
  game: string;
  players: number;
  options: Record<string, unknown>;
  notes: {
    secret: string;
    commitment: string;
    nonces: string[];
    names: string[];
    levels: (string | null)[];
    margins: Record<string, number>;
  };
};
type Line = [at: number, actor: number | string, action: unknown];

/** Each is true (holds), false (does not) or null (this browser has nothing to compare with). */
export type Finding = {
  /** The secret is the one committed to. */
  commitment: boolean | null;
  /** This browser's nonce took part. */
  nonce: boolean | null;
  /** No line, name or setting was changed since it was shown. */
  chain: boolean | null;
  /** The players' lines are those that were shown. */
  lines: boolean | null;
};

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The chain of the opening, then after each line (`core/fairness.py`), from the rows of a log. */
export function chains([first, ...rows]: readonly string[]): string[] {
  const { game, players, options, notes } = JSON.parse(first!) as Header;
  const key = sha256(joined(utf8("cinq chain\0"), fromHex(notes.secret)));
  const opening = [game, players, options, notes.names, notes.levels, notes.nonces, notes.commitment];
  let value = sha256(joined(key, new Uint8Array(32), utf8(JSON.stringify(opening))));
  const found = [toHex(value)];
  rows.forEach((row, i) => {
    const margin = notes.margins[String(i + 2)];
    const bytes = utf8(margin === undefined ? row : `${row}\n${Math.round(margin * 10_000)}`);
    value = sha256(joined(key, value, bytes));
    found.push(toHex(value));
  });
  return found;
}

/** The place among the log's chains of one that was shown: its first 32 digits, or all 64 from older servers. */
function placeOf(seen: string, values: readonly string[]): number {
  return seen.length < 32 ? -1 : values.findIndex((value) => value.startsWith(seen));
}

/**
 * Whether the lines of a part are those of the log. The action is compared in a player's lines, which everyone sees in
 * full; of the dealer's this browser may have seen a part (`cinq verify --shown` compares these too).
 */
function sameLines(part: Part, rows: readonly string[], end: number): boolean {
  const first = end - part.lines.length;
  return part.lines.every((line, i) => {
    const row = rows[first + i + 1];
    if (row === undefined || first + i < 0) return false;
    const [, actor, action] = JSON.parse(row) as Line;
    if (actor !== line.actor) return false;
    return typeof actor !== "number" || JSON.stringify(line.action) === JSON.stringify(action);
  });
}

export function check(log: string, pin: Pin | null, parts: readonly Part[], seat: number | null): Finding {
  const rows = log.split("\n").filter(Boolean);
  const { secret, nonces } = (JSON.parse(rows[0]!) as Header).notes;
  const values = chains(rows);
  const places = parts.map((part) => placeOf(part.chain, values));
  const chain = pin?.chain ?? parts.at(-1)?.chain;
  return {
    commitment: pin ? toHex(sha256(fromHex(secret))) === pin.commitment : null,
    nonce: pin?.nonce && seat !== null ? nonces[seat] === pin.nonce : null,
    chain: chain ? placeOf(chain, values) >= 0 : null,
    lines: parts.length ? parts.every((part, i) => places[i]! >= 0 && sameLines(part, rows, places[i]!)) : null,
  };
}
