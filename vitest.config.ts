import { defineConfig } from "vitest/config";

const conditions = ["status-conformance-source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["{suites,reference,reports,bin,bench}/**/*.test.ts"],
    environment: "node",
    testTimeout: 30_000,
  },
});
