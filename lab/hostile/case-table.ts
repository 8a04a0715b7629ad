import type { Layer } from "./defects/defect.ts";
import { layers } from "./defects/defect.ts";
import type { CaseOutcome } from "./run-case.ts";

interface LayerSum {
  cases: number;
  struck: number;
  ended: number;
  readonly codes: Map<number, number>;
  longestMs: number;
  grownBytes: number;
  problems: number;
}

export class CaseTable {
  readonly #sums = new Map<Layer, LayerSum>();

  get cases(): number {
    return totalOf([...this.#sums.values()]).cases;
  }

  get total(): Pick<LayerSum, "cases" | "ended" | "grownBytes" | "problems"> {
    return totalOf([...this.#sums.values()]);
  }

  add({ case: { defect }, tally, result, problems }: CaseOutcome): void {
    const sum = this.#sums.get(defect.layer) ?? emptySum();
    this.#sums.set(defect.layer, sum);
    sum.cases += 1;
    if (tally.strikes > 0) sum.struck += 1;
    if (problems.length > 0) sum.problems += 1;
    sum.longestMs = Math.max(sum.longestMs, result.durationMs);
    if (result.kind !== "ended") return;
    sum.ended += 1;
    sum.codes.set(result.code, (sum.codes.get(result.code) ?? 0) + 1);
    sum.grownBytes = Math.max(sum.grownBytes, result.grownBytes);
  }

  /** Formats a Markdown table with a row for each layer and a row for the total. */
  text(): string {
    const rows = layers.flatMap((layer) => {
      const sum = this.#sums.get(layer);
      return sum === undefined ? [] : [rowOf(layer, sum)];
    });
    return [...titles, ...rows, rowOf("all", totalOf([...this.#sums.values()]))].join("\n");
  }
}

const titles = [
  "| layer | cases | struck | ended | exit codes | longest | most memory | problems |",
  "| --- | --: | --: | --: | --- | --: | --: | --: |",
];

function rowOf(name: string, sum: LayerSum): string {
  const codes = [...sum.codes].toSorted(([one], [other]) => one - other);
  const cells = [
    name,
    sum.cases,
    sum.struck,
    sum.ended,
    codes.map(([code, count]) => `${code}: ${count}`).join(", "),
    `${(sum.longestMs / 1_000).toFixed(1)} s`,
    `${Math.round(sum.grownBytes / 1024 / 1024)} MB`,
    sum.problems,
  ];
  return `| ${cells.join(" | ")} |`;
}

function totalOf(sums: readonly LayerSum[]): LayerSum {
  const total = emptySum();
  for (const sum of sums) {
    total.cases += sum.cases;
    total.struck += sum.struck;
    total.ended += sum.ended;
    total.problems += sum.problems;
    total.longestMs = Math.max(total.longestMs, sum.longestMs);
    total.grownBytes = Math.max(total.grownBytes, sum.grownBytes);
    for (const [code, count] of sum.codes) {
      total.codes.set(code, (total.codes.get(code) ?? 0) + count);
    }
  }
  return total;
}

function emptySum(): LayerSum {
  const none = { cases: 0, struck: 0, ended: 0, longestMs: 0, grownBytes: 0, problems: 0 };
  return { ...none, codes: new Map() };
}
