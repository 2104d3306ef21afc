import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", search: "" });
vi.stubGlobal("addEventListener", () => undefined);
const { read } = await import("./router.svelte");

test("a table has one address", () => {
  expect(read("/table/k3", "").name).toBe("table");
  expect(read("/table/k3/more", "").name).not.toBe("table");
  expect(read("/table", "").name).not.toBe("table");
});

test("addresses", () => {
  expect(read("/", "")).toEqual({ name: "home" });
  expect(read("/table/k3", "")).toEqual({ name: "table", id: "k3" });
  expect(read("/replay/g1", "?step=12&seat=0")).toEqual({ name: "replay", id: "g1", step: 12, seat: 0 });
  expect(read("/replay/g1", "")).toEqual({ name: "replay", id: "g1", step: null, seat: null });
  expect(read("/play/got-five", "")).toEqual({ name: "play", game: "got-five", now: false });
  expect(read("/play/got-five", "?now")).toEqual({ name: "play", game: "got-five", now: true });
  expect(read("/setup/got-five", "")).toEqual({ name: "setup", game: "got-five" });
  expect(read("/invite/got-five", "")).toEqual({ name: "invite", game: "got-five" });
  expect(read("/settings", "")).toEqual({ name: "settings" });
  expect(read("/en", "")).toEqual({ name: "language", lang: "en" });
  expect(read("/de", "")).toEqual({ name: "not-found" });
  expect(read("/lesson/dix-mille", "").name).toBe("lesson");
  expect(read("/what/is/this", "")).toEqual({ name: "not-found" });
  expect(read("/table/k3/more", "")).toEqual({ name: "not-found" });
  expect(read("/table", "")).toEqual({ name: "not-found" });
});
