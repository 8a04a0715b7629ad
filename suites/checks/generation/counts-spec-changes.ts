import {
  claim,
  defineCheck,
  exchangesOf,
  exercised,
  given,
  readOf,
  withCause,
  writeSpec,
  writeStatuses,
} from "#harness";
import type { Finding, Step, Written } from "#harness";
import { describeGenerations } from "./describe-generations.ts";

interface Observations {
  readonly created: Written;
  readonly firstChange: Written;
  readonly repetition: Written;
  readonly statuses: readonly Written[];
  readonly secondChange: Written;
  readonly read: Step;
}

/** Two changes to the spec, separated by writes that must not count. */
export const countsSpecChanges = defineCheck<Observations>({
  id: "generation/counts-spec-changes",
  title: "Only changes to the spec increase the generation, and each change increases it by one",
  covers: [
    "generation.counts-spec-changes",
    "generation.ignores-no-op-writes",
    "generation.ignores-status-writes",
  ],
  scope: "status-write",
  verbs: ["update"],
  features: ["generation"],

  async drive(context) {
    const { key, exchange, object } = await context.fixture();
    const created = { exchange, object };
    const firstChange = await writeSpec(context, created, 1);
    const repetition = await writeSpec(context, firstChange, 1);
    const statuses = await writeStatuses(context, repetition, [1, 2]);
    const secondChange = await writeSpec(context, statuses.at(-1) ?? repetition, 2);
    const read = await context.call(readOf(key));
    return { created, firstChange, repetition, statuses, secondChange, read };
  },

  judge({ created, firstChange, repetition, statuses, secondChange, read }) {
    const beforeSecond = statuses.at(-1) ?? repetition;
    return [
      judgeStep("generation.counts-spec-changes", [created, firstChange], 1),
      judgeStep("generation.counts-spec-changes", [beforeSecond, secondChange], 1),
      withCause(judgeRead(secondChange, read), [secondChange]),
      judgeStep("generation.ignores-no-op-writes", [firstChange, repetition], 0),
      judgeStep("generation.ignores-status-writes", [repetition, ...statuses], 0),
    ];
  },
});

function judgeRead(written: Written, read: Step): Finding {
  return given("generation.counts-spec-changes", { read }, (of) => ({
    holds: of.read.metadata.generation === generationOf(written),
    expected: `generation ${describeGenerations([generationOf(written)])}, as returned by the last write`,
    actual: `a read returns generation ${describeGenerations([of.read.metadata.generation])}`,
    ...exercised(false, "no spec write was accepted"),
  }));
}

function judgeStep(
  requirement: Finding["requirement"],
  writes: readonly [Written, ...Written[]],
  by: 0 | 1,
): Finding {
  const [before] = writes;
  const is = describeGenerations(writes.map(generationOf));
  const was = generationOf(before);
  const wanted = was === undefined ? undefined : was + by;
  return claim(requirement, {
    holds: wanted !== undefined && writes.slice(1).every((write) => generationOf(write) === wanted),
    expected: `generation ${wanted ?? "present"} after ${was ?? "a number"}`,
    actual: `the responses have generations ${is}`,
    evidence: exchangesOf(writes),
    instances: writes.length - 1,
  });
}

function generationOf({ object }: Written): number | undefined {
  return object.metadata.generation;
}
