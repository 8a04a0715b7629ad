import { describeOutcome } from "#contract";
import type { RefusalCause } from "#contract";
import {
  acceptedObject,
  claim,
  defineCheck,
  errored,
  failureOf,
  isSame,
  judgeRefusal,
  refusalOf,
  statusApply,
  tryRefusal,
  undecided,
  vacuous,
} from "#harness";
import type { Finding, RefusalTrial, Step } from "#harness";
import { managers } from "./field-managers.ts";
import { statusWithoutLists } from "./status-without-lists.ts";

const covers = [
  "apply.conflict-without-force",
  "apply.conflict-names-manager-and-field",
  "isolation.refused-write-changes-nothing",
  "watch.nothing-for-refused",
] as const;

interface Observations {
  readonly members: readonly string[];
  /** The apply without force. Its control is the same apply with force. Absent if no value differs. */
  readonly trial?: RefusalTrial;
}

export const conflictWithoutForce = defineCheck<Observations>({
  id: "apply/conflict-without-force",
  title:
    "An apply that changes another manager's fields conflicts, and the error names their owner",
  covers,
  scope: "kind",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const own = statusWithoutLists(context, 0);
    const owned = await context.call(
      statusApply(key, {
        manager: managers.first,
        status: own,
        resourceVersion: object.metadata.resourceVersion,
      }),
    );
    const { resourceVersion } = acceptedObject(owned, "an apply failed").metadata;

    const rival = { manager: managers.second, status: statusWithoutLists(context, 1) };
    const members = Object.keys(own).filter((name) => !isSame(own[name], rival.status[name]));
    // Managers that apply equal values share the field without a conflict.
    if (members.length === 0) return { members };
    const trial = await tryRefusal(context, {
      key,
      attempt: statusApply(key, { ...rival, resourceVersion }),
      repair: ({ metadata }) =>
        statusApply(key, { ...rival, force: true, resourceVersion: metadata.resourceVersion }),
    });
    return { members, trial };
  },

  judge({ members, trial }) {
    if (trial === undefined) return vacuous(covers, "the sample statuses do not differ");
    return [
      ...judgeRefusal(trial, {
        requirement: "apply.conflict-without-force",
        reasons: ["conflict"],
        because: `"${managers.first}" has applied different values`,
      }),
      judgeCauses(trial.attempt, members),
    ];
  },
});

/** Judges only conflicts. Other requirements judge other rejections. */
function judgeCauses(attempt: Step, members: readonly string[]): Finding {
  const requirement = "apply.conflict-names-manager-and-field";
  const evidence = [attempt.exchange];
  const broken = failureOf(attempt);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const refusal = refusalOf(attempt);
  if (refusal?.reason !== "conflict") {
    const outcome = describeOutcome(attempt.outcome);
    return undecided(requirement, `the write did not conflict: ${outcome}`, evidence);
  }
  const naming = refusal.causes.filter(({ message }) => message.includes(managers.first));
  const unnamed = members.filter((member) => !naming.some((cause) => isAt(member, cause)));
  return claim(requirement, {
    holds: unnamed.length === 0,
    expected: `causes for ${members.join(" and ")}, each naming the manager "${managers.first}"`,
    actual: `no cause for ${unnamed.join(" or ")} names "${managers.first}": ${describeCauses(refusal.causes)}`,
    evidence,
    instances: members.length,
  });
}

function isAt(member: string, { field = "" }: RefusalCause): boolean {
  const path = `status.${member}`;
  return field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);
}

function describeCauses(causes: readonly RefusalCause[]): string {
  const texts = causes.map(({ field = "no field", message }) => `${field} (${message})`);
  return texts.length === 0 ? "there are no causes" : `the causes are ${texts.join(", ")}`;
}
