import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Wire from "../wire";
import { Recording, pinOf } from "./recording";

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

describe("a recording", () => {
  it("gives a nonce once the commitment is kept, and once only", () => {
    const recording = new Recording();
    const given = recording.see(table({ id: "a" }), 0);
    expect(given).toMatchObject({ type: "nonce", commitment: "aa" });
    expect(pinOf("a-1")).toMatchObject({ commitment: "aa", before: true, nonce: given!.nonce });
    expect(recording.see(table({ id: "a" }), 0)).toBeNull();
  });
  it("gives the same nonce again after the page was loaded anew, unless the table has it", () => {
    const given = new Recording().see(table({ id: "b" }), 0);
    expect(new Recording().see(table({ id: "b" }), 0)).toEqual(given);
    const mixed = table({ id: "b", chairs: [{ kind: "person", mixed: true }] });
    expect(new Recording().see(mixed, 0)).toBeNull();
  });
  it("gives another for a rematch, and none as a spectator or during a game", () => {
    const recording = new Recording();
    const first = recording.see(table({ id: "c" }), 0);
    const second = recording.see(table({ id: "c", round: 1, commitment: "bb" }), 0);
    expect(second!.nonce).not.toBe(first!.nonce);
    expect(new Recording().see(table({ id: "d" }), null)).toBeNull();
    expect(new Recording().see(table({ id: "e", phase: "playing", round: 1 }), 0)).toBeNull();
  });
  it("keeps the first commitment of a game, and answers no other", () => {
    new Recording().see(table({ id: "f" }), 0);
    expect(new Recording().see(table({ id: "f", commitment: "bb" }), 0)).toMatchObject({ commitment: "aa" });
    expect(pinOf("f-1")!.commitment).toBe("aa");
  });
  it("keeps the lines it was shown but those taken back", () => {
    const recording = new Recording();
    const sync = (chain: string): Wire.Sync => ({ type: "sync", seq: 1, table: table({ phase: "playing" }), chain });
    recording.sync(sync("1"));
    recording.add("2", []);
    recording.add("3", []);
    recording.sync(sync("2"));
    expect(recording.parts.map((part) => part.chain)).toEqual(["1", "2", "2"]);
  });
});
