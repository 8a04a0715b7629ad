import { breakForLog } from "../../../reports/text/ci-commands.ts";
import { plainRow, renderRows } from "../../../reports/text/row.ts";
import { ciOrders, ordersIn } from "../../../reports/testing/ci-runners.ts";
import { mixed } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";

const fillers = [
  " ",
  "  ",
  "\n",
  "\r",
  "\t",
  "word",
  "x".repeat(40),
  "\u0085",
  "\u2028",
  "\u001b[31m",
];

/** A text of the endpoint holds orders to CI systems, at any place, wrapped at any width. */
export const orderAttacks: AttackFamily = {
  name: "order to CI",
  proves: "no line is a command to GitHub, Azure, GitLab, TeamCity or Buildkite",
  weight: 25,
  attempt: ({ random }) => {
    const text = mixed(random, [...ciOrders, ...fillers], 14);
    const width = 20 + random.below(281);
    const shown = [
      breakForLog(text),
      renderRows([plainRow(text)], { width, colorLevel: random.below(2) === 0 ? 0 : 1 }),
    ];
    return Promise.resolve(shown.flatMap(ordersIn));
  },
};
