import { expect, test } from "vitest";
import { Places } from "./places";

const columns = (places: Places, ...ids: string[]) => places.of(ids).map(({ column }) => column);

test("an action that stands alone takes the whole row", () => {
  expect(new Places().of(["throw"])).toEqual([{ column: 0, columns: 1 }]);
});

test("an action keeps its column when the other goes and when it comes first", () => {
  const places = new Places();
  expect(columns(places, "throw", "bank")).toEqual([0, 1]);
  expect(places.of(["bank"])).toEqual([{ column: 1, columns: 2 }]);
  expect(columns(places, "bank", "throw")).toEqual([1, 0]);
});

test("a third action takes the column that is left", () => {
  const places = new Places();
  columns(places, "throw", "bank");
  expect(columns(places, "other", "bank", "throw")).toEqual([2, 1, 0]);
  expect(columns(places, "other", "new")).toEqual([2, 0]);
});
