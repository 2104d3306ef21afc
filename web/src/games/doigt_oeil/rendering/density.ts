/** Pixels across: more are drawn on no screen. The felt of a screen of 3840 pixels has about 2700. */
export const DENSEST = 2880;
