// The peer: boardgame.io's own server with a small Dix Mille (throw, bank), in memory or on FlatFile.
// node peer.cjs PORT [FLATFILE_DIR]
const { Server, FlatFile } = require("boardgame.io/server");

const worth = (faces) => faces.reduce((sum, f) => sum + (f === 1 ? 100 : f === 5 ? 50 : 0), 0);

const DixMille = {
  name: "dix-mille",
  setup: ({ ctx }) => ({
    scores: Array(ctx.numPlayers).fill(0),
    zeros: Array(ctx.numPlayers).fill(0),
    points: 0,
    dice: 5,
    last: null,
  }),
  turn: { order: { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers } },
  moves: {
    throwDice: ({ G, ctx, random, events }) => {
      const faces = random.D6(G.dice);
      const points = worth(faces);
      const winners = faces.filter((f) => f === 1 || f === 5).length;
      G.last = { faces, points, winners };
      if (!winners) {
        G.points = 0;
        G.dice = 5;
        G.zeros[ctx.playOrderPos] = (G.zeros[ctx.playOrderPos] + 1) % 3;
        events.endTurn();
      } else {
        G.points += points;
        G.dice = G.dice - winners || 5;
      }
    },
    bank: ({ G, ctx, events }) => {
      G.scores[ctx.playOrderPos] += G.points;
      G.points = 0;
      G.dice = 5;
      events.endTurn();
    },
  },
};

const [port, dir] = process.argv.slice(2);
const options = { games: [DixMille], origins: ["*"] };
if (dir) options.db = new FlatFile({ dir });
Server(options).run({ port: Number(port), lobbyConfig: { apiPort: Number(port) + 1 } });
