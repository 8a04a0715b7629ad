import type { Recipe } from "../recipe.ts";

export const metadataField: Recipe = {
  heading: "Add a metadata field",
  mostFiles: 3,
  edits: [
    {
      file: "suites/contract/vocabulary/metadata.ts",
      after: "export const authoredFields = {\n",
      insert: `  ownerReferences: {
    form: "objects",
    entry: "owner reference",
    names: ["ownerreferences"],
  },
`,
    },
    {
      file: "reference/schema.graphql",
      after: "  finalizers: [String!]\n",
      insert: "  ownerReferences: [JSON!]\n",
    },
  ],
  generate: ["npx vitest run --project quick suites/targets reports bin/commands --update"],
  prove: [
    "npx tsc -p tsconfig.json",
    "npx vitest run --project lab lab/house/authored-fields.test.ts",
    "npx vitest run --project quick suites/model suites/targets suites/checks/isolation reference reports/record",
  ],
};
