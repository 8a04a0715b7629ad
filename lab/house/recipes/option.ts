import type { Recipe } from "../recipe.ts";

export const option: Recipe = {
  heading: "Add an option",
  mostFiles: 3,
  edits: [
    {
      file: "bin/options/option-groups.ts",
      after: `    .option("--update-baseline", "update the baseline with the current failures")\n`,
      insert: `    .option("--keep-order", "write requirements in the order of the run")\n`,
    },
    {
      file: "bin/options/gate-settings.ts",
      after: "export interface GateArguments {\n",
      insert: "  readonly keepOrder?: boolean;\n",
    },
    {
      file: "bin/options/gate-settings.ts",
      after: "export interface GateSettings {\n",
      insert: "  readonly keepsOrder?: boolean;\n",
    },
    {
      file: "bin/options/gate-settings.ts",
      after: "    ...(schemaFile === undefined ? {} : { schemaFile }),\n",
      insert: "    ...(typed.keepOrder === true ? { keepsOrder: true } : {}),\n",
    },
  ],
  generate: ["npx vitest run --project quick bin/commands --update"],
  prove: [
    "npx tsc -p tsconfig.json",
    "npx vitest run --project quick bin/commands bin/options bin/config",
  ],
};
