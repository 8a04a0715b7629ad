import { common } from "../../vitest.config.ts";

/** The configuration for files that a test runs in a separate Vitest process, because tests in these files fail. */
export default {
  ...common,
  test: { ...common.test, include: ["bin/testing/*.fixture.ts"] },
};
