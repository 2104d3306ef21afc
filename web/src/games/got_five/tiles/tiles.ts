/** The tiles of the box: colour, dots and the shape that goes with the colour. */
import { BOX } from "../box";

export type Colour = (typeof BOX.colours)[number];
export type Shape = "circle" | "triangle" | "square" | "diamond" | "star";

export const COLOURS: readonly Colour[] = BOX.colours;
export const SHAPES: Record<Colour, Shape> = {
  green: "circle",
  pink: "triangle",
  blue: "square",
  red: "diamond",
  orange: "star",
};
export const NUMBERS: readonly number[] = BOX.tiles.map((_, index) => index + 1);

export const colourOf = (tile: number): Colour => BOX.tiles[tile - 1]!.colour;
export const dotsOf = (tile: number): number => BOX.tiles[tile - 1]!.dots;

/** All numbers row by row, one colour a column in that order: the columns of a note sheet. */
export function byColumn(columns: readonly Colour[]): number[] {
  const lists = columns.map((colour) => NUMBERS.filter((number) => colourOf(number) === colour));
  return (lists[0] ?? []).flatMap((_, row) => lists.map((list) => list[row]!));
}
