import { writeFileSync } from "node:fs";
import { checks } from "#checks";
import { requirementIds } from "#contract";
import type { ProfileName, RequirementId } from "#contract";
import { mistakes, Noticed } from "#harness";
import type { Mistake } from "#harness";
import { RecordJudge } from "#verdicts";
import { observationFold } from "#wings/controllers";
import { defaults } from "../../bin/options/defaults.ts";
import { readRecordFile } from "../../bin/output/load-record.ts";

/**
 * Generates a table of the mistakes that the checks of each requirement notice. Only mistakes that are noticed in all
 * given runs against conformant servers count: `npm start -- --seed 1 --output first`, and so on, then `npm run
 * noticeable -- first/run.ndjson ...`. Records of another profile only add requirements that the first profile does not
 * have.
 */
// Renumbering all versions may change nothing, so it proves nothing if this mistake is not noticed.
const all = Object.keys(mistakes)
  .filter(isMistake)
  .filter((mistake) => mistake !== "versions-of-one-sequence");
const tables = new Map<ProfileName, Map<RequirementId, readonly Mistake[]>>();
for (const path of process.argv.slice(2)) {
  const noticed = new Noticed(() => all);
  const judge = new RecordJudge({ checks, knownFaults: [], observation: observationFold, noticed });
  let profile: ProfileName = defaults.profile;
  for await (const line of readRecordFile(path)) {
    if (line.line === "header") ({ profile } = line);
    judge.add(line);
  }
  const table = tables.get(profile) ?? new Map<RequirementId, readonly Mistake[]>();
  tables.set(profile, table);
  for (const requirement of requirementIds) {
    const found = noticed.sensitivityOf(requirement)?.noticed ?? [];
    const before = table.get(requirement) ?? found;
    if (found.length > 0)
      table.set(
        requirement,
        before.filter((mistake) => found.includes(mistake)),
      );
  }
}
const rows = requirementIds.flatMap((requirement) => {
  const row = [...tables.values()].find((table) => table.has(requirement))?.get(requirement) ?? [];
  return row.length > 0 ? [[requirement, row]] : [];
});
writeFileSync(
  "suites/harness/sensitivity/noticeable.ts",
  `import type { CatalogueRequirementId } from "#contract";
import type { Mistake } from "./changed-observations.ts";

/**
 * The mistakes that the checks of each requirement notice in what they observe on references. Made by \`npm run noticeable\`.
 */
export const noticeable: Partial<Record<CatalogueRequirementId, readonly Mistake[]>> = ${JSON.stringify(Object.fromEntries(rows))};
`,
);

function isMistake(name: string): name is Mistake {
  return Object.hasOwn(mistakes, name);
}
