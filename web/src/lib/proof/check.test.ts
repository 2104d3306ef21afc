import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chains, check } from "./check";
import type { Part, Pin } from "./recording";

const LOG = readFileSync(new URL("../../../../examples/dix-mille.log", import.meta.url), "utf8");
const ROWS = LOG.split("\n").filter(Boolean);
const { notes } = JSON.parse(ROWS[0]!);
const VALUES = chains(ROWS);
const shown = (chain: string): string => chain.slice(0, 32);
const PIN: Pin = { commitment: notes.commitment, before: true, chain: shown(VALUES.at(-1)!) };
/** Every line as it was shown, one a message. */
const PARTS: Part[] = ROWS.slice(1).map((row, i) => {
  const [, actor, action] = JSON.parse(row);
  return { chain: shown(VALUES[i + 1]!), lines: [{ seq: i, actor, action }] };
});
const KEPT = { commitment: true, nonce: null, chain: true, lines: true };
const changed = (row: number, from: string | RegExp, to: string): string => {
  const other = ROWS.map((text, i) => (i === row ? text.replace(from, to) : text)).join("\n");
  expect(other).not.toBe(ROWS.join("\n"));
  return other;
};

describe("a finished game", () => {
  it("has the chain that the server has computed", () => expect(VALUES.at(-1)).toBe(notes.chain));
  it("is what was promised and shown", () => expect(check(LOG, PIN, PARTS, 0)).toEqual(KEPT));
  it("is what was shown by a server that sent whole chains", () => {
    const whole = PARTS.map((part, i) => ({ ...part, chain: VALUES[i + 1]! }));
    expect(check(LOG, { ...PIN, chain: VALUES.at(-1)! }, whole, 0)).toEqual(KEPT);
  });
  it("is not held by less of a chain than is shown", () =>
    expect(check(LOG, { ...PIN, chain: PIN.chain!.slice(0, 31) }, [], 0)).toMatchObject({ chain: false }));
  it("says nothing where nothing was kept", () =>
    expect(check(LOG, null, [], 0)).toEqual({ commitment: null, nonce: null, chain: null, lines: null }));
  it("has another secret", () => {
    const other = changed(0, notes.secret, "00".repeat(32));
    expect(check(other, PIN, PARTS, 0)).toMatchObject({ commitment: false, chain: false });
  });
  it.each([
    ["name", changed(0, "Ada", "Eve")],
    ["option", changed(0, '"minimum":300', '"minimum":350')],
    ["level", changed(0, "regular", "beginner")],
    ["nonce", changed(0, '["",""]', '["x",""]')],
    ["margin", changed(0, '"margins":{}', '"margins":{"5":0.5}')],
    ["time", changed(2, "[0.145", "[0.146")],
    ["action", changed(2, '"topinambour":false', '"topinambour":true')],
    ["dice", changed(1, "[1,5]", "[5,1]")],
    ["order", [ROWS[0], ROWS[2], ROWS[1], ...ROWS.slice(3)].join("\n")],
    ["end", ROWS.slice(0, -1).join("\n")],
  ])("has another %s", (_, log) => expect(check(log, PIN, PARTS, 0)).toMatchObject({ chain: false, lines: false }));
  it("was dealt without this browser's share", () =>
    expect(check(LOG, { ...PIN, nonce: "mine" }, PARTS, 0)).toMatchObject({ nonce: false }));
  it("shows a line that the log does not have", () => {
    const other = PARTS.map((part, i) => (i === 1 ? { ...part, lines: [{ ...part.lines[0]!, action: {} }] } : part));
    expect(check(LOG, PIN, other as Part[], 0)).toEqual({ ...KEPT, lines: false });
  });
});
