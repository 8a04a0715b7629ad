import type { RequirementId } from "#contract";
import { claim, errored, undecided } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import type { Judgement } from "./sequence-judgement.ts";
import type { Searched } from "./search-counterexample.ts";

/** Converts the result of a search to findings for the requirements of its check. Pure. */
export function findingsOfSearch<Observed>(
  covers: readonly RequirementId[],
  searched: Searched<Observed>,
  judge: (observed: Observed) => Judgement,
): readonly Finding[] {
  const { found, others = [], exercised, trouble } = searched;
  const examples = found === undefined ? [] : [found, ...others];
  const judged = examples.map(({ path, observed }) => ({ path, judgement: judge(observed) }));
  const held = covers.map((requirement) =>
    claim(requirement, {
      holds: true,
      expected: "",
      actual: "",
      evidence: [],
      instances: exercised[requirement] ?? 0,
    }),
  );
  const broken = trouble ?? judged[0]?.judgement.trouble;
  return [
    ...judged.flatMap(violationOf),
    ...held,
    ...(broken === undefined
      ? []
      : [
          (broken.isError ? errored : undecided)(
            broken.requirement,
            broken.reason,
            broken.evidence,
          ),
        ]),
  ];
}

interface JudgedExample {
  readonly path: string;
  readonly judgement: Judgement;
}

function violationOf({ path, judgement }: JudgedExample): readonly Finding[] {
  const { violation } = judgement;
  return violation === undefined ? [] : [{ result: "violated", ...violation, replay: path }];
}
