import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import type { ViteUserConfig } from "vitest/config";
import { pageScripts } from "./bin/page-script.js";
import { TestProgress } from "./lab/test-progress.ts";
import { testStages } from "./lab/test-stages.ts";

const conditions = ["status-conformance-source"];

/** What all test runs of the repository have in common. */
export const common: ViteUserConfig = {
  plugins: [pageScripts()],
  resolve: {
    conditions,
    alias: [
      // One copy of graphql for our sources and for the packages they use: two refuse each other's schemas.
      { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) },
    ],
  },
  ssr: { resolve: { conditions } },
  test: {
    setupFiles: ["lab/fixed-seed.ts"],
    environment: "node",
    resolveSnapshotPath: (path: string, extension: string) => `${path}${extension}`,
    // For a test that hangs. How long one takes depends on what else the machine does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Most tests wait for servers of their own more than they compute.
    maxWorkers: "100%",
    maxConcurrency: 12,
  },
};

const everyTest = ["{suites,reference,reports,bin,lab}/**/*.test.ts"];

// On the installed package, which needs a registry: `npm run test:package`.
const exclude = [...configDefaults.exclude, "lab/package/**"];

export default defineConfig({
  ...common,
  test: {
    ...common.test,
    reporters: ["default", new TestProgress()],
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          // To load the sources anew for each file takes as long as the tests.
          isolate: false,
          include: everyTest,
          exclude: [...exclude, ...Object.values(testStages).flat()],
        },
      },
      ...Object.entries(testStages).map(([name, include]) => ({
        extends: true as const,
        test: { name, include: [...include], exclude },
      })),
    ],
  },
});
