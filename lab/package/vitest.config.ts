import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults } from "vitest/config";
import { common } from "../../vitest.config.ts";
import { testStages } from "../test-stages.ts";

export default {
  ...common,
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    ...common.test,
    include: ["lab/package/*.test.ts", ...testStages.guides],
    exclude: configDefaults.exclude,
    globalSetup: ["lab/package/install-package.ts"],
    // The tests spend about half of their time waiting: for events that must not arrive, and for npm.
    maxWorkers: availableParallelism() + 1,
  },
};
