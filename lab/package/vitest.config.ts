import { fileURLToPath } from "node:url";
import { configDefaults } from "vitest/config";
import { common } from "../../vitest.config.ts";
import { TestDeadline } from "../test-deadline.ts";
import { testStages } from "../test-stages.ts";

export default {
  ...common,
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    ...common.test,
    reporters: ["default", new TestDeadline()],
    include: ["lab/package/*.test.ts", ...testStages.guides],
    exclude: configDefaults.exclude,
    globalSetup: ["lab/package/install-package.ts"],
    // Each test is a whole run of the suite and uses all cores.
    fileParallelism: false,
  },
};
