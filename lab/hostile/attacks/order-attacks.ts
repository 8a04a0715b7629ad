import { breakForLog } from "../../../reports/text/ci-commands.ts";
import { plainRow, renderRows } from "../../../reports/text/row.ts";
import { ciOrders, ordersIn } from "../../../reports/testing/ci-runners.ts";
import type { Random } from "#harness";
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

type Show = (text: string, width: number, random: Random) => readonly string[];

const show: Show = (text, width, random) => [
  breakForLog(text),
  renderRows([plainRow(text)], { width, colorLevel: random.below(2) === 0 ? 0 : 1 }),
];

/** Places CI commands at any position in a string from an endpoint, and wraps it at any width. */
export const orderFamily = (part: Show): AttackFamily => ({
  name: "CI command",
  proves: "no line is a command for GitHub, Azure, GitLab, TeamCity or Buildkite",
  weight: 20,
  attempt: ({ random }) => {
    const text = mixed(random, [...ciOrders, ...fillers], 14);
    const width = 20 + random.below(281);
    return Promise.resolve(part(text, width, random).flatMap(ordersIn));
  },
});

export const orderAttacks: AttackFamily = orderFamily(show);
