// Whole games of boardgame.io's reducer for so many seconds of CPU, printed as games a second: each game has as many
// moves as a random one of ours has acts, and each move draws a card and lays one. Rules that cost next to nothing: what
// is measured is what every game pays there.
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");

const MOVES = 115;
const PLAYERS = 4;

const game = {
  setup: ({ ctx, random }) => ({
    deck: random.Shuffle([...Array(2 * MOVES).keys()]),
    hands: Object.fromEntries(ctx.playOrder.map((player) => [player, []])),
    laid: [],
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    draw: ({ G, playerID, random }) => {
      const hand = G.hands[playerID];
      hand.push(G.deck.pop(), G.deck.pop());
      G.laid.push(...hand.splice(random.Die(hand.length) - 1, 1));
    },
  },
  endIf: ({ G }) => (G.laid.length === MOVES ? { over: true } : undefined),
};

function play(seed) {
  const seeded = { ...game, seed };
  const reduce = CreateGameReducer({ game: seeded });
  let state = InitializeGame({ game: seeded, numPlayers: PLAYERS });
  while (!state.ctx.gameover) {
    const playerID = state.ctx.currentPlayer;
    state = reduce(state, { type: "MAKE_MOVE", payload: { type: "draw", args: [], playerID } });
  }
}

function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const seconds = Number(process.argv[2]);
play("warm");
const begun = spent();
let played = 0;
while (spent() - begun < seconds) {
  play(String(played));
  played += 1;
}
console.log(played / (spent() - begun));
