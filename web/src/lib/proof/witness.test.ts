import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Wire from "../wire";
import { Witness, pinOf } from "./witness";

const table = (more: Partial<Wire.Table>): Wire.Table => ({
  id: "t",
  game: "dix-mille",
  title: "",
  options: {},
  phase: "lobby",
  chairs: [{ kind: "person" }, { kind: "bot" }],
  clock: "none",
  commitment: "aa",
  ...more,
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

describe("a witness", () => {
  it("gives a nonce once the commitment is kept, and once only", () => {
    const witness = new Witness();
    const given = witness.see(table({ id: "a" }), 0);
    expect(given).toMatchObject({ type: "nonce", commitment: "aa" });
    expect(pinOf("a-1")).toMatchObject({ commitment: "aa", before: true, nonce: given!.nonce });
    expect(witness.see(table({ id: "a" }), 0)).toBeNull();
  });
  it("gives the same nonce again after the page was loaded anew, unless the table has it", () => {
    const given = new Witness().see(table({ id: "b" }), 0);
    expect(new Witness().see(table({ id: "b" }), 0)).toEqual(given);
    const mixed = table({ id: "b", chairs: [{ kind: "person", mixed: true }] });
    expect(new Witness().see(mixed, 0)).toBeNull();
  });
  it("gives another for a rematch, and none as a spectator or during a game", () => {
    const witness = new Witness();
    const first = witness.see(table({ id: "c" }), 0);
    const second = witness.see(table({ id: "c", round: 1, commitment: "bb" }), 0);
    expect(second!.nonce).not.toBe(first!.nonce);
    expect(new Witness().see(table({ id: "d" }), null)).toBeNull();
    expect(new Witness().see(table({ id: "e", phase: "playing", round: 1 }), 0)).toBeNull();
  });
  it("keeps the first commitment of a game, and answers no other", () => {
    new Witness().see(table({ id: "f" }), 0);
    expect(new Witness().see(table({ id: "f", commitment: "bb" }), 0)).toMatchObject({ commitment: "aa" });
    expect(pinOf("f-1")!.commitment).toBe("aa");
  });
  it("keeps the lines it was shown but those taken back", () => {
    const witness = new Witness();
    const sync = (chain: string): Wire.Sync => ({ type: "sync", seq: 1, table: table({ phase: "playing" }), chain });
    witness.sync(sync("1"));
    witness.add("2", []);
    witness.add("3", []);
    witness.sync(sync("2"));
    expect(witness.parts.map((part) => part.chain)).toEqual(["1", "2", "2"]);
  });
});
