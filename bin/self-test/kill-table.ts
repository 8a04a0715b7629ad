import { faults } from "#reference";
import { controllerTwins } from "#reference/controller";
import type { KillTable } from "#reports";

/**
 * What the checks of a release find: the faults of the reference as far as a self-test caught them, and the faulty
 * controllers, each of which `controller-twins.test.ts` has found by the requirements that it breaks.
 */
export function killTableOf(version: string, caught: ReadonlySet<string>): KillTable {
  return {
    version,
    faults: [
      ...faults.map(({ name, breaks }) => ({ name, caught: caught.has(name), breaks })),
      ...controllerTwins.map(({ name, breaks }) => ({ name, caught: true, breaks })),
    ],
  };
}
