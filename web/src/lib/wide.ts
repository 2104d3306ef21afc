/** Whether there is room for a column of paper beside the table; on a phone it is not even made. */
import { MediaQuery } from "svelte/reactivity";

export const wide = new MediaQuery("(min-width: 960px)");
