/** Whether there is room for a column of paper beside the table; on a phone it is not even made. */
const room = matchMedia("(min-width: 960px)");

/** Kept rather than asked for: a question in the middle of a change has the browser lay out all that there is so far. */
class Wide {
  current = $state(room.matches);
  constructor() {
    room.addEventListener("change", (event) => (this.current = event.matches));
  }
}
export const wide = new Wide();
