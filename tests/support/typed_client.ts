// A program as other people write it, against the types that openapi-typescript makes of the document.
import type { components } from "./api";

type Table = components["schemas"]["Table"];
type Action = components["schemas"]["Action"];

/** How many tokens a player has to choose from, if tokens can be sent now. */
export function choices(table: Table): number {
  const assigning = table.prompt.actions.find((action: Action) => action.type === "assign");
  return assigning?.type === "assign" ? (assigning.fields.tokens?.options.length ?? 0) : 0;
}

/** The highest number on the tokens that a side has at home; words and covered tokens count nothing. */
export function highest(side: components["schemas"]["VisibleSide"]): number {
  return Math.max(0, ...side.home.filter((token) => typeof token === "number"));
}

export const question: components["schemas"]["LocationBody"] = {
  first_player: "Ana",
  sides: [
    { name: "Ana", tokens: ["lookout", 3] },
    { name: "Bo", tokens: [2] },
  ],
};
