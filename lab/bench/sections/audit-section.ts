import { join } from "node:path";
import { auditServer } from "graphql-http";
import { startReference } from "#reference";
import { repeat, runCli, wallsOf } from "../process.ts";
import { casesIn } from "../sent-requests.ts";
import type { Section } from "../section.ts";
import { ratios } from "../timing.ts";

export const audit: Section = {
  title: "Comparison with the audits of graphql-http",
  measure: async ({ isSmoke, folder }) => {
    const rounds = isSmoke ? 1 : 5;
    await using server = await startReference();
    const auditMs: number[] = [];
    let audits = 0;
    for (let round = -1; round < rounds; round += 1) {
      const beganMs = performance.now();
      audits = (await auditServer({ url: server.url })).length;
      if (round >= 0) auditMs.push((performance.now() - beganMs) / audits);
    }
    const usual = ["--endpoint", server.url, "--output", folder, "--quiet", "--format", "json"];
    const costs = await repeat(rounds, () => runCli(...usual, "--only", "errors/*"));
    const cases = casesIn(join(folder, "run.ndjson"));
    const caseMs = wallsOf(costs).map((wallMs) => wallMs / cases);
    return [
      { name: `graphql-http: one of ${audits} audits`, values: auditMs, unit: "ms" },
      {
        name: `conformance: one of ${cases} cases, including the start of Node`,
        values: caseMs,
        unit: "ms",
      },
      { name: "a case / an audit", values: ratios(caseMs, auditMs), unit: "×" },
    ];
  },
};
