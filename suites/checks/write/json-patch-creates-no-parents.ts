import { isEmpty, pointerStep } from "#contract";
import {
  counterValue,
  defineCheck,
  inapplicable,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  refusalOf,
  statusPatch,
  tryRefusal,
  undecided,
} from "#harness";
import type { RefusalTrial } from "#harness";

interface Observations {
  /** Absent if the kind declares a default status. */
  readonly trial?: RefusalTrial;
}

export const jsonPatchCreatesNoParents = defineCheck<Observations>({
  id: "write/json-patch-creates-no-parents",
  title: "A JSON patch that adds a field to a missing status is rejected",
  covers: [
    "write.json-patch-creates-no-parents",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  features: ["status.patch.json"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    if (context.kind.statusDefault !== undefined) return {};
    const { resourceVersion } = object.metadata;
    const { counter } = context.kind.samples;
    const value = counterValue(context, 1);
    const member = [{ op: "add", path: `/status/${pointerStep(counter)}`, value }];
    const parent = [{ op: "add", path: "/status", value: { [counter]: value } }];
    const trial = await tryRefusal(context, {
      key,
      attempt: statusPatch(key, { format: "json", patch: member, resourceVersion }),
      repair: ({ metadata }) =>
        statusPatch(key, {
          format: "json",
          patch: parent,
          resourceVersion: metadata.resourceVersion,
        }),
    });
    return { trial };
  },

  judge({ trial }) {
    const requirement = "write.json-patch-creates-no-parents";
    if (trial === undefined) {
      const note = "every new object of the kind has a status, because the status has a default";
      return [...inapplicable([requirement], note), ...judgeNoneMoved([])];
    }
    const { before, attempt } = trial;
    const status = objectOf(before)?.status;
    // Both acceptance and rejection are correct, because an empty status in a response may mean that no status is
    // stored.
    const isAbsent = status === undefined || (isEmpty(status) && refusalOf(attempt) !== undefined);
    const reason = "the object had a status before the first status write";
    return [
      isAbsent
        ? judgeReason(trial, {
            requirement,
            // RFC 5789 recommends 409 for a patch that the state of the object does not permit.
            reasons: ["invalid", "conflict"],
            because: "there is no status to add the field to",
          })
        : undecided(requirement, reason, [before.exchange, attempt.exchange]),
      ...judgeNoneMoved([trial]),
    ];
  },
});
