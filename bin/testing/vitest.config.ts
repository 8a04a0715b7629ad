import { common } from "../../vitest.config.ts";

/** For files that a test runs in a separate Vitest process, because tests in them fail. */
export default {
  ...common,
  test: { ...common.test, include: ["bin/testing/*.fixture.ts"] },
};
