import { faults } from "#reference";
import { faultyVariants } from "#reference/controller";
import type { KillTable } from "#reports";

/**
 * Lists the faults that the checks of a release detect: those of the reference server with their self-test results, and
 * the faulty controllers with the requirements that they violate, which `controller-variants.test.ts` tests.
 */
export function killTableOf(version: string, caught: ReadonlyMap<string, boolean>): KillTable {
  return {
    version,
    faults: [
      ...faults.map(({ name, breaks }) => {
        const isCaught = caught.get(name);
        return { name, ...(isCaught === undefined ? {} : { caught: isCaught }), breaks };
      }),
      ...faultyVariants.map(({ name, breaks }) => ({ name, caught: true, breaks })),
    ],
  };
}
