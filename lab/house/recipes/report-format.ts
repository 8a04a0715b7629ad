import type { Recipe } from "../recipe.ts";

export const reportFormat: Recipe = {
  heading: "Add a report format",
  mostFiles: 2,
  edits: [
    {
      file: "reports/formats/format-table.ts",
      after: `  badge: { file: "badge.json" },\n`,
      insert: `  word: { file: "conclusion.txt" },\n`,
    },
    {
      file: "reports/formats/formats.ts",
      after: "    badge: renderBadge,\n",
      insert: "    word: ({ conclusion }) => `${conclusion}\\n`,\n",
    },
  ],
  generate: ["npx vitest run --project quick bin/commands --update"],
  prove: [
    "npx tsc -p tsconfig.json",
    "npx vitest run --project quick reports/formats bin/commands bin/options",
  ],
};
