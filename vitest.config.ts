import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import type { ViteUserConfig } from "vitest/config";
import { pageScripts } from "./bin/page-script.js";
import { testLimitMs } from "./bin/testing/test-limit.ts";
import { FailedFiles } from "./lab/failed-files.ts";
import { LongestFirst } from "./lab/longest-first.ts";
import { TestDeadline } from "./lab/test-deadline.ts";
import { TestProgress } from "./lab/test-progress.ts";
import { testStages } from "./lab/test-stages.ts";

const conditions = ["status-conformance-source"];

/** Settings shared by all test runs of the repository. */
export const common: ViteUserConfig = {
  plugins: [pageScripts()],
  resolve: {
    conditions,
    alias: [
      // A single copy of graphql for the sources and their dependencies, because graphql rejects schemas created by
      // another copy.
      { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) },
    ],
  },
  ssr: { resolve: { conditions } },
  test: {
    setupFiles: ["lab/fixed-seed.ts"],
    environment: "node",
    resolveSnapshotPath: (path: string, extension: string) => `${path}${extension}`,
    testTimeout: testLimitMs,
    hookTimeout: testLimitMs,
    // The default is 1 s, which a busy machine reaches. The limit is below that of tests, because only it shows the
    // value that was not expected.
    expect: { poll: { timeout: 300_000 } },
    // Most tests spend more time waiting for their servers than computing.
    maxWorkers: "100%",
    maxConcurrency: 12,
  },
};

const everyTest = ["{suites,reference,reports,bin,lab}/**/*.test.ts"];

// These tests need the installed package and therefore a registry; run them with `npm run test:package`.
const exclude = [...configDefaults.exclude, "lab/package/**"];

export default defineConfig({
  ...common,
  test: {
    ...common.test,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new TestProgress(), new FailedFiles(), new TestDeadline()],
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          // Isolation would load the sources again for each file, which takes as long as the tests.
          isolate: false,
          include: everyTest,
          exclude: [...exclude, ...Object.values(testStages).flat()],
        },
      },
      ...Object.entries(testStages).map(([name, include]) => ({
        extends: true as const,
        // Complete runs and programs spend three quarters of their time waiting: for events that must not arrive, or
        // for idle controllers. Projects with different numbers of workers must not have the same order.
        test: {
          name,
          include: [...include],
          exclude,
          maxWorkers: Math.min(12, 3 * availableParallelism()),
          sequence: { groupOrder: 1 },
        },
      })),
    ],
  },
});
