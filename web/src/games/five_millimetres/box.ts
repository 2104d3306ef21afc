/** What is in the box, from the same file that the rules read: lengths in millimetres, the money track and its Chance spaces. */
import text from "../../../../src/cinq/games/five_millimetres/box.toml?raw";

export type Box = { lengths: readonly number[]; start: number; chance: ReadonlyMap<number, number> };

export function readBox(toml: string): Box {
  const numbers = (pattern: RegExp) => (pattern.exec(toml)?.[1] ?? "").split(",").map(Number);
  const arrows = [...toml.matchAll(/^(\d+) = (\d+)$/gm)].map(([, from, to]) => [Number(from), Number(to)] as const);
  return { lengths: numbers(/^lengths = \[([\d, ]+)\]/m), start: numbers(/^start = (\d+)/m)[0]!, chance: new Map(arrows) };
}

export const BOX = readBox(text);
