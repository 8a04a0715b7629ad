import { common } from "../../vitest.config.ts";

/** For files that are run by a test of their runner, because tests in them fail. */
export default {
  ...common,
  test: { ...common.test, include: ["bin/testing/*.fixture.ts"] },
};
