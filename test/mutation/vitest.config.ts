import config from "../../vitest.config.ts";

/** The tests of one section, by which the process that tries it tells its workers what to run. */
const include = process.env["MUTATION_TESTS"]?.split(",") ?? [];

// Not `testFiles` of Stryker: with it, 9.6 switches on what is evaluated at import only after the import.
export default {
  ...config,
  test: {
    ...config.test,
    include,
    // All files of a section in one go: to load the code anew for each takes longer than the tests.
    isolate: false,
  },
};
