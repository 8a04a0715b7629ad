import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { pageScripts } from "./bin/page-script.js";

const conditions = ["status-conformance-source"];

export default defineConfig({
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
    include: ["{suites,reference,reports,bin,lab}/**/*.test.ts"],
    // On the installed package, which needs a registry: `npm run test:package`.
    exclude: [...configDefaults.exclude, "lab/package/**"],
    setupFiles: ["lab/fixed-seed.ts"],
    environment: "node",
    resolveSnapshotPath: (path, extension) => `${path}${extension}`,
    // For a test that hangs. How long one takes depends on what else the machine does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Most tests wait for servers of their own more than they compute.
    maxWorkers: "100%",
    maxConcurrency: 12,
  },
});
