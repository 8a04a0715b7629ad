import type { RequirementId } from "#contract";
import { claim, errored, undecided } from "../judging/finding.ts";
import type { Finding } from "../judging/finding.ts";
import type { Judgement } from "./judgement.ts";
import type { Searched } from "./search.ts";

/** What a search says about each requirement that its check covers. Pure. */
export function findingsOfSearch<Observed>(
  covers: readonly RequirementId[],
  searched: Searched<Observed>,
  judge: (observed: Observed) => Judgement,
): readonly Finding[] {
  const { found, exercised, trouble } = searched;
  const judgement = found === undefined ? undefined : judge(found.observed);
  const held = covers.map((requirement) =>
    claim(requirement, {
      holds: true,
      expected: "",
      actual: "",
      evidence: [],
      instances: exercised[requirement] ?? 0,
    }),
  );
  const broken = trouble ?? judgement?.trouble;
  return [
    ...violationOf(found?.path, judgement),
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

function violationOf(
  path: string | undefined,
  judgement: Judgement | undefined,
): readonly Finding[] {
  if (judgement?.violation === undefined) return [];
  const replay = path === undefined ? {} : { replay: path };
  return [{ result: "violated", ...judgement.violation, ...replay }];
}
