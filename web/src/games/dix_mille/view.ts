/** The view of Dix Mille: its type comes from the server's own. */
export type { DixMilleFall as Fall, DixMilleView as View } from "../../lib/wire";
