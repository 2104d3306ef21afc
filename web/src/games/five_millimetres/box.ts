// Made by tools/wire_ts.py from src/cinq/games/five_millimetres/box_data.py. Do not edit.

/** Lengths in millimetres, shortest first, and the step between them; the track and its Chance spaces. */
export type FiveMillimetresBoxData = {
  lengths: number[];
  step: number;
  start: number;
  chance: ([number, number])[];
  most_points: number;
  spread: Record<string, number>;
};

export const BOX: FiveMillimetresBoxData = {
  lengths: [60, 65, 70, 75, 80, 85, 90, 95, 100],
  step: 5,
  start: 50,
  chance: [[43, 45], [36, 38], [29, 31]],
  most_points: 22,
  spread: { keen: 0.02, normal: 0.035, tired: 0.05 },
};
