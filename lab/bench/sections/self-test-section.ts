import { runCli } from "../process.ts";
import type { Section } from "../section.ts";

const someFaults = ["stale-version-accepted", "status-write-stores-spec"];

/**
 * The self-test on the reference server, as it runs after each change. Takes most of a minute, so it is only measured
 * on request.
 */
export const selfTest: Section = {
  title: "The self-test",
  isLong: true,
  measure: async ({ isSmoke, options }) => {
    const { names = isSmoke ? someFaults : [] } = options;
    const { wallMs, exitCode, output } = await runCli(
      "self-test",
      ...names.flatMap((name) => ["--fault", name]),
    );
    const [, tried] = output.match(/of (\d+) faults? caught/u) ?? [];
    if (exitCode !== 0 || tried === undefined) {
      throw new Error(`the self-test failed with ${exitCode}: ${output}`);
    }
    return [
      { name: "self-test", values: [wallMs], unit: "ms", atMost: 45_000, note: `${tried} faults` },
      { name: "time per fault", values: [wallMs / Number(tried)], unit: "ms" },
    ];
  },
};
