import { BaseSequencer } from "vitest/node";
import { common } from "../../vitest.config.ts";

/** The tests of one section, passed to workers in the environment. */
const include = process.env["MUTATION_TESTS"]?.split(",") ?? [];

/** Runs files in the order of the section, fastest first: the first failure ends a run. */
class InOrder extends BaseSequencer {
  override async sort(
    files: Parameters<BaseSequencer["sort"]>[0],
  ): ReturnType<BaseSequencer["sort"]> {
    const placeOf = ({ moduleId }: (typeof files)[number]): number =>
      include.findIndex((path) => moduleId.endsWith(`/${path}`));
    return files.toSorted((left, right) => placeOf(left) - placeOf(right));
  }
}

// Not Stryker's `testFiles`: with it, 9.6 activates mutants in code evaluated at import only after the import.
export default {
  ...common,
  test: {
    ...common.test,
    include,
    // No isolation: reloading the code for each file takes longer than the tests.
    isolate: false,
    sequence: { sequencer: InOrder },
  },
};
