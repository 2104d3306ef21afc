// Made by tools/wire_ts.py from src/cinq/games/got_five/box_data.py. Do not edit.

/** The colours in their order, and the tiles from number 1 on. */
export type GotFiveBoxData = {
  colours: ("blue" | "green" | "orange" | "pink" | "red")[];
  tiles: GotFiveTile[];
};

/** One tile. */
export type GotFiveTile = {
  colour: "blue" | "green" | "orange" | "pink" | "red";
  dots: number;
};

export const BOX: GotFiveBoxData = {
  colours: ["green", "pink", "blue", "red", "orange"],
  tiles: [
    { colour: "green", dots: 1 },
    { colour: "pink", dots: 1 },
    { colour: "blue", dots: 1 },
    { colour: "red", dots: 1 },
    { colour: "orange", dots: 1 },
    { colour: "green", dots: 2 },
    { colour: "pink", dots: 2 },
    { colour: "blue", dots: 2 },
    { colour: "red", dots: 2 },
    { colour: "orange", dots: 2 },
    { colour: "green", dots: 3 },
    { colour: "pink", dots: 3 },
    { colour: "blue", dots: 3 },
    { colour: "red", dots: 3 },
    { colour: "orange", dots: 3 },
    { colour: "green", dots: 1 },
    { colour: "pink", dots: 1 },
    { colour: "blue", dots: 1 },
    { colour: "red", dots: 1 },
    { colour: "orange", dots: 1 },
    { colour: "green", dots: 2 },
    { colour: "pink", dots: 2 },
    { colour: "blue", dots: 2 },
    { colour: "red", dots: 2 },
    { colour: "orange", dots: 2 },
    { colour: "green", dots: 3 },
    { colour: "pink", dots: 3 },
    { colour: "blue", dots: 3 },
    { colour: "red", dots: 3 },
    { colour: "orange", dots: 3 },
    { colour: "green", dots: 1 },
    { colour: "pink", dots: 1 },
    { colour: "blue", dots: 1 },
    { colour: "red", dots: 1 },
    { colour: "orange", dots: 1 },
    { colour: "green", dots: 2 },
    { colour: "pink", dots: 2 },
    { colour: "blue", dots: 2 },
    { colour: "red", dots: 2 },
    { colour: "orange", dots: 2 },
    { colour: "green", dots: 3 },
    { colour: "pink", dots: 3 },
    { colour: "blue", dots: 3 },
    { colour: "red", dots: 3 },
    { colour: "orange", dots: 3 },
    { colour: "green", dots: 1 },
    { colour: "pink", dots: 1 },
    { colour: "blue", dots: 1 },
    { colour: "red", dots: 1 },
    { colour: "orange", dots: 1 },
    { colour: "green", dots: 2 },
    { colour: "pink", dots: 2 },
    { colour: "blue", dots: 2 },
    { colour: "red", dots: 2 },
    { colour: "orange", dots: 2 },
    { colour: "green", dots: 3 },
    { colour: "pink", dots: 3 },
    { colour: "blue", dots: 3 },
    { colour: "red", dots: 3 },
    { colour: "orange", dots: 3 },
  ],
};
