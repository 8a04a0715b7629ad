import { faults } from "#reference";
import { controllerTwins } from "#reference/controller";
import type { KillTable } from "#reports";

/**
 * What the checks of a release find: the faults of the reference, each with what a self-test that tried it came to, and the faulty
 * controllers, each of which `controller-twins.test.ts` has found by the requirements that it breaks.
 */
export function killTableOf(version: string, caught: ReadonlyMap<string, boolean>): KillTable {
  return {
    version,
    faults: [
      ...faults.map(({ name, breaks }) => {
        const isCaught = caught.get(name);
        return { name, ...(isCaught === undefined ? {} : { caught: isCaught }), breaks };
      }),
      ...controllerTwins.map(({ name, breaks }) => ({ name, caught: true, breaks })),
    ],
  };
}
