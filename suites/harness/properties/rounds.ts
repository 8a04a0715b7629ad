import * as fc from "fast-check";
import type { CheckContext } from "../session/check.ts";
import { itemAt } from "./choices.ts";
import type { Choices } from "./choices.ts";
import type { StatusChoice } from "./move.ts";

/** Returns the choices for a status write: its fields, and null for some of them if null clears a field. */
export function statusChoices({
  target,
}: Pick<CheckContext, "target">): Readonly<Record<keyof StatusChoice, fc.Arbitrary<number>>> {
  const bits = fc.nat({ max: 255 });
  const clears = target.semantics.nullMembers === "cleared";
  return {
    sample: fc.nat({ max: 2 }),
    members: fc.oneof(bits, fc.constantFrom(0, 1, 2, 4, 8)),
    nulls: clears ? fc.oneof(fc.constant(0), bits) : fc.constant(0),
  };
}

/** Generates between one and `most` rounds. Most inputs alternate between two or three different rounds. */
export function roundsOf<Round extends Choices>(
  round: fc.Arbitrary<Round>,
  most: number,
): fc.Arbitrary<readonly Round[]> {
  const free = fc.array(round, { minLength: 1, maxLength: most, size: "max" });
  const few = fc.array(round, { minLength: 2, maxLength: 3, size: "max" });
  const picks = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: most, size: "max" });
  const again = fc
    .tuple(few, picks)
    .map(([pool, order]) => order.map((pick) => itemAt(pool, pick)));
  return fc.oneof({ weight: 1, arbitrary: free }, { weight: 3, arbitrary: again });
}
