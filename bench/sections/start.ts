import { repeat, runCli, runNode, wallsOf } from "../process.ts";
import type { Section } from "../section.ts";

/** What it costs to start: bare node, and the commands that talk to no endpoint. */
export const start: Section = {
  title: "Start",
  measure: async ({ isSmoke }) => {
    const rounds = isSmoke ? 1 : 5;
    const bare = await repeat(rounds, () => runNode("-e", "0"));
    const list = await repeat(rounds, () => runCli("list"));
    const help = await repeat(rounds, () => runCli("--help"));
    return [
      { name: "node -e 0", values: wallsOf(bare), unit: "ms" },
      { name: "conformance list", values: wallsOf(list), unit: "ms", atMost: 300 },
      { name: "conformance --help", values: wallsOf(help), unit: "ms", atMost: 300 },
    ];
  },
};
