import { isEmpty } from "#contract";
import type { JsonObject, Resource } from "#contract";
import {
  defineCheck,
  judgeStatus,
  readOf,
  ownStatus,
  statusApply,
  inStoredOrder,
  laidOver,
  objectOf,
  statusBeginning,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly submitted: JsonObject;
  readonly write: Step;
  readonly read: Step;
}

export const applyWorksForEveryKind = defineCheck<Observations>({
  id: "write/apply-works-for-every-kind",
  title: "An apply stores the first status of an object",
  covers: ["write.apply-works-for-every-kind"],
  scope: "kind",
  features: ["status.apply"],
  verbs: ["patchStatus"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const submitted = ownStatus(context, context.random.below(3));
    const write = await context.call(
      statusApply(key, {
        manager: "conformance-first",
        status: submitted,
        resourceVersion,
        ...forceOver(object),
      }),
    );
    const read = await context.call(readOf(key));
    const merged = laidOver(statusBeginning(context, object), submitted, context.kind);
    const expected = inStoredOrder(merged, objectOf(read)?.status, context.kind);
    return { submitted: expected, write, read };
  },

  judge({ submitted, write, read }) {
    return [
      judgeStatus({
        requirement: "write.apply-works-for-every-kind",
        write,
        read,
        status: submitted,
        because: "no other manager has written the status",
      }),
    ];
  },
});

/**
 * Returns options for an apply over a status that admission set. Such a status has an owner, so the apply needs force.
 */
function forceOver({ status }: Resource): { readonly force?: true } {
  return isEmpty(status) ? {} : { force: true };
}
