import { expect, test } from "vitest";
import { REST, shapeHand } from "./handShape";

const CELL = 0.0026;
const hand = shapeHand(CELL);
const places = Array.from({ length: hand.positions.length / 3 }, (_, index) =>
  hand.positions.slice(index * 3, index * 3 + 3),
);

test("the hand is one closed skin, all of it turned outwards", () => {
  const edges = new Map<string, number>();
  for (let face = 0; face < hand.indices.length; face += 3)
    for (const corner of [0, 1, 2]) {
      const [a, b] = [hand.indices[face + corner]!, hand.indices[face + ((corner + 1) % 3)]!];
      edges.set(`${a} ${b}`, (edges.get(`${a} ${b}`) ?? 0) + 1);
    }
  for (const [edge, count] of edges) {
    const [a, b] = edge.split(" ");
    expect(edges.get(`${b} ${a}`), edge).toBe(count);
  }
  const volume = Array.from({ length: hand.indices.length / 3 }, (_, face) => {
    const [a, b, c] = [0, 1, 2].map((corner) => places[hand.indices[face * 3 + corner]!]!);
    return (
      a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
      a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
      a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!)
    );
  }).reduce((sum, one) => sum + one / 6, 0);
  expect(volume).toBeGreaterThan(0);
  expect(places.length).toBeLessThan(6000);
});

test("thumb and fingers touch what they hold, and nothing of the hand is inside it", () => {
  const beside = places.filter((place) => Math.abs(place[0]!) < 0.007 && Math.abs(place[1]!) < 0.003);
  const [fingers, thumb] = [beside.filter((one) => one[2]! < 0), beside.filter((one) => one[2]! > 0)];
  // To a third of a cell.
  expect(Math.abs(Math.min(...thumb.map((one) => one[2]!)) - REST)).toBeLessThan(CELL / 3);
  expect(Math.abs(Math.max(...fingers.map((one) => one[2]!)) + REST)).toBeLessThan(CELL / 3);
});

test("only what grips moves with what is held, the tips wholly, the palm not at all", () => {
  const [along] = hand.bends.tips;
  places.forEach((place, index) => {
    if (place[1]! > 0.07) expect(along[index * 3]).toBe(0);
    if (place[1]! < -0.003) expect(along[index * 3]).toBeGreaterThan(0.95);
  });
});
