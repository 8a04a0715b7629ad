import {
  claim,
  createAgain,
  defineCheck,
  deleteObject,
  reusesNames,
  writeSpecOrStatus,
} from "#harness";
import type { Written } from "#harness";
import { describeGenerations } from "./describe-generations.ts";

interface Observations {
  readonly created: Written;
  /**
   * A new object with the name of the first object, created after the first one was changed and deleted. Absent if
   * objects cannot be deleted, or if their names cannot be reused.
   */
  readonly again?: Written;
}

export const startsAtOne = defineCheck<Observations>({
  id: "generation/starts-at-one",
  title: "A new object has generation 1, even if a deleted object had the same name",
  covers: ["generation.starts-at-one"],
  scope: "kind",
  needsNoStatus: true,
  features: ["generation"],

  async drive(context) {
    const { key, exchange, object } = await context.fixture();
    const created = { exchange, object };
    if (context.kind.operations.delete.length === 0 || !reusesNames(context)) return { created };
    if (context.kind.operations.update.length > 0) await writeSpecOrStatus(context, created, 1);
    await deleteObject(context, key);
    return { created, again: await createAgain(context, key) };
  },

  judge: ({ created, again }) =>
    (again === undefined ? [created] : [created, again]).map(({ exchange, object }) =>
      claim("generation.starts-at-one", {
        holds: object.metadata.generation === 1,
        expected: "generation 1 in the response to the create request",
        actual: `generation ${describeGenerations([object.metadata.generation])}`,
        evidence: [exchange],
      }),
    ),
});
