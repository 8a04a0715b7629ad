import type { Recipe } from "../recipe.ts";

/** Adds a driver that cannot connect to anything, because the recipe is only about the registration. */
export const protocol: Recipe = {
  heading: "Add a protocol",
  mostFiles: 3,
  own: "suites/targets/rest/",
  edits: [
    {
      file: "suites/targets/rest/driver.ts",
      content: `import { TargetUnreachable } from "../port/target.ts";
import type { Target } from "../port/target.ts";

/** Connects to a REST endpoint. */
export function connectRest(): Promise<Target> {
  return Promise.reject(
    new TargetUnreachable("the endpoint does not answer", { fix: "Check the address." }),
  );
}
`,
    },
    {
      file: "suites/targets/port/protocols.ts",
      after: `  kubernetes: { profile: "kubernetes/v1" },\n`,
      insert: `  rest: { profile: "kubernetes/v1" },\n`,
    },
    {
      file: "bin/reach/connect-target.ts",
      after: "const connectors: Readonly<Record<Protocol, Connector>> = {\n",
      insert: `  rest: {
    connect: async () => (await import("../../suites/targets/rest/driver.ts")).connectRest(),
    watchFix: "Check the address.",
  },\n`,
    },
    {
      file: "suites/layers.ts",
      after: `      "kubernetes/driver",\n`,
      insert: `      "rest",\n`,
    },
  ],
  generate: ["npx vitest run --project quick bin/commands --update"],
  prove: [
    "npx tsc -p tsconfig.json",
    "npx vitest run --project quick suites/architecture.test.ts bin/commands bin/options bin/output",
    "node bin/build.js dist/bin",
    `node dist/bin/cli.js run --protocol rest --endpoint http://127.0.0.1:9/ --yes 2>&1 | grep "the endpoint does not answer"`,
  ],
};
