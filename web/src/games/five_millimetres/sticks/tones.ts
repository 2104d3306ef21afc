/**
 * A stick for the ear: a longer one sounds lower, two millimetres a semitone. The ear tells pitches apart more finely
 * than the eye tells lengths, so it gets them in steps of eight millimetres: no more than a look gives (measured in
 * tones.test.ts).
 */
const MIDDLE = 80;
const SEMITONE = 2;
const HEARD = 8;

/** A length as it is heard. */
export const heard = (looks: number): number => HEARD * Math.round(looks / HEARD);

/** The pitch of a stick, as a factor of 440 Hz. */
export const pitchOf = (looks: number): number => 2 ** ((MIDDLE - heard(looks)) / (12 * SEMITONE));

/** Seconds between two notes. */
export const BEAT = 0.65;
