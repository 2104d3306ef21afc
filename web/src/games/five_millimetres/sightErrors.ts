/** Who has the better eye: how far off each seat was, on average, over the sticks that were in others' hands. */
export type Sight = { truth: readonly number[]; seen: readonly (readonly (number | null)[])[] };

export function errors({ truth, seen }: Sight): (number | null)[] {
  return seen.map((looks) => {
    const off = looks.flatMap((look, stick) => (look === null ? [] : [Math.abs(look - truth[stick]!)]));
    return off.length ? off.reduce((sum, one) => sum + one, 0) / off.length : null;
  });
}

/** The seats with the smallest error. */
export function best(off: readonly (number | null)[]): number[] {
  const least = Math.min(...off.map((one) => one ?? Infinity));
  return off.flatMap((one, seat) => (one === least ? [seat] : []));
}
