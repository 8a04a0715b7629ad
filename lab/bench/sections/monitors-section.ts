import { checkHistory } from "#checker";
import type { History } from "#checker";
import { historyOf, hot, spread } from "../histories.ts";
import { isRegister, readOnce } from "../peers/zone-test.ts";
import type { Section } from "../section.ts";
import type { Row } from "../row-table.ts";
import { ratios, timeInTurn } from "../timing.ts";

export const monitors: Section = {
  title: "Against a log-linear monitor",
  measure: async ({ isSmoke }) => {
    const operations = isSmoke ? 20_000 : 1_000_000;
    const rounds = isSmoke ? 1 : 5;
    return [
      ...rowsOf(
        `${operations} operations on 100 objects, 20 clients`,
        historyOf({ ...spread(operations), versions: "opaque" }),
        rounds,
      ),
      ...rowsOf(
        `${operations} on one object, 100 clients`,
        historyOf({ ...hot(operations, 100), versions: "opaque" }),
        rounds,
      ),
    ];
  },
};

function rowsOf(name: string, history: History, rounds: number): readonly Row[] {
  const [once, zones, own] = timeInTurn(rounds, [
    () => readOnce(history),
    () => {
      if (!isRegister(history)) throw new Error("the zone test rejects a legal history");
    },
    () => {
      const { verdict } = checkHistory(history);
      if (verdict !== "legal") throw new Error(`a legal history was found to be ${verdict}`);
    },
  ]);
  return [
    { name: `reading each operation once: ${name}`, values: once ?? [], unit: "ms" },
    { name: "  zone test", values: zones ?? [], unit: "ms", note: "without preconditions" },
    { name: "  conformance", values: own ?? [], unit: "ms" },
    { name: "  conformance / zone test", values: ratios(own, zones), unit: "×" },
  ];
}
