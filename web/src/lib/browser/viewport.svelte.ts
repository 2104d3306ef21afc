/** Whether the window is wide enough for the side panel beside the table. */
import breakpoints from "./breakpoints.json";

const query = matchMedia(breakpoints["side-panel"]);

/** The answer is kept up to date by an event: `matchMedia().matches` during an update would force a layout. */
class Viewport {
  wide = $state(query.matches);
  constructor() {
    query.addEventListener("change", (event) => (this.wide = event.matches));
  }
}
export const viewport = new Viewport();
