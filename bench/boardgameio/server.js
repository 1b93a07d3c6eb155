// The minimal game of src/paddock/bench/minimal.py on boardgame.io, with its memory store: node server.js PORT LOBBY_PORT.
// What could slow boardgame.io down and is not needed is left out: no undo, no lobby, no credentials.
const { Server } = require("boardgame.io/server");

const DECISIONS = 5000;
const LUCKY = 7;

const minimal = {
  name: "minimal",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: () => ({
    sum: 0,
    decisions: { made: 0, of: DECISIONS },
    points: [0, 0],
    last: [0, 0],
    cards: [0, 1, 2].map((number) => ({ place: `card:${number}`, adds: number })),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G, playerID }, number) => {
      if (![0, 1, 2].includes(number)) return "INVALID_MOVE";
      G.sum += number;
      G.decisions.made += 1;
      G.last[playerID] = number;
      if (G.sum % LUCKY === 0) G.points[playerID] += 1;
    },
  },
  endIf: ({ G }) => (G.decisions.made === DECISIONS ? { points: G.points } : undefined),
};

const server = Server({ games: [minimal], origins: [/^http:\/\/127\.0\.0\.1:\d+$/] });
// The lobby is never asked; a port of its own keeps it out of the game server's way.
const [port, apiPort] = process.argv.slice(2).map((number) => ({ host: "127.0.0.1", port: Number(number) }));
server.run({ port, lobbyConfig: { apiPort } });
