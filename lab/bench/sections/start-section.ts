import { runCli, runNode } from "../process.ts";
import type { ProcessCost } from "../process.ts";
import type { Section } from "../section.ts";
import { ratios } from "../timing.ts";

export const start: Section = {
  title: "Start",
  measure: async ({ isSmoke }) => {
    const rounds = isSmoke ? 1 : 5;
    const bare: number[] = [];
    const list: number[] = [];
    const help: number[] = [];
    // Measures the commands in alternation, so that disturbances affect all of them.
    for (let round = 0; round < rounds; round += 1) {
      bare.push(wallOf(await runNode("-e", "0")));
      list.push(wallOf(await runCli("list")));
      help.push(wallOf(await runCli("--help")));
    }
    return [
      { name: "node -e 0", values: bare, unit: "ms" },
      { name: "conformance list", values: list, unit: "ms", atMost: 300 },
      { name: "conformance --help", values: help, unit: "ms", atMost: 300 },
      { name: "list / bare node", values: ratios(list, bare), unit: "×", atMost: 1.8 },
      { name: "--help / bare node", values: ratios(help, bare), unit: "×", atMost: 1.4 },
    ];
  },
};

function wallOf({ wallMs, exitCode, output }: ProcessCost): number {
  if (exitCode !== 0) throw new Error(`a measured command failed with ${exitCode}: ${output}`);
  return wallMs;
}
