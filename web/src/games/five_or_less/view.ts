/** The view of 5 ou Moins: its type comes from the server's own. */
export type { FiveOrLessPlace as Place, FiveOrLessView as View } from "../../lib/wire";
