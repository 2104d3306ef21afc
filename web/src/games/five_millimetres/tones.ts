/**
 * A stick for the ear: a longer one sounds lower, two millimetres a semitone, so a step of five is two and a half.
 * Whole millimetres of how long it looks: what the picture shows from there, and nothing finer.
 */
const MIDDLE = 80;
const SEMITONE = 2;

/** The pitch of a stick, as a factor of 440 Hz. */
export const pitchOf = (looks: number): number => 2 ** ((MIDDLE - Math.round(looks)) / (12 * SEMITONE));

/** Seconds between two notes. */
export const BEAT = 0.65;
