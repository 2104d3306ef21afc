/** Where the actions of a bar stand: an action keeps the column that it had beside others. */

export type Place = { column: number; columns: number };
/** More than these wrap and have no fixed places. */
const MOST = 3;

export class Places {
  #kept = new Map<string, Place>();

  /** The place of each action, by its identity; an action that always stands alone takes the whole row. */
  of(ids: readonly string[]): readonly Place[] {
    if (ids.length === 1) return [this.#kept.get(ids[0]!) ?? { column: 0, columns: 1 }];
    if (ids.length > MOST) return ids.map((_, column) => ({ column, columns: ids.length }));
    const columns = Math.max(ids.length, ...ids.map((id) => this.#kept.get(id)?.columns ?? 0));
    const taken = new Map<number, string>();
    for (const id of ids) {
      const kept = this.#kept.get(id)?.column;
      if (kept !== undefined && !taken.has(kept)) taken.set(kept, id);
    }
    return ids.map((id) => this.#keep(id, columns, taken));
  }

  #keep(id: string, columns: number, taken: Map<number, string>): Place {
    const held = [...taken].find(([, owner]) => owner === id)?.[0];
    const free = Array.from({ length: columns }, (_, column) => column).find((column) => !taken.has(column));
    const place = { column: held ?? free ?? 0, columns };
    taken.set(place.column, id);
    this.#kept.set(id, place);
    return place;
  }
}
