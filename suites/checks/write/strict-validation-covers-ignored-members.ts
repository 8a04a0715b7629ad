import {
  defineCheck,
  judgeRefusal,
  sampleSpec,
  sampleStatus,
  statusWrite,
  tryRefusal,
} from "#harness";
import type { RefusalTrial } from "#harness";

export const strictValidationCoversIgnoredMembers = defineCheck<RefusalTrial>({
  id: "write/strict-validation-covers-ignored-members",
  title: "Strict field validation also covers the spec in a status write",
  covers: [
    "write.strict-validation-covers-ignored-members",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  features: ["field-validation", "body.address"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const status = sampleStatus(context, 0);
    const spec = sampleSpec(context, 0);
    const options = { fieldValidation: "STRICT" };
    const write = { status, options };
    return tryRefusal(context, {
      key,
      attempt: statusWrite(context, key, {
        ...write,
        resourceVersion: object.metadata.resourceVersion,
        foreign: { place: "beside", members: { spec: { ...spec, conformanceUnknown: "yes" } } },
      }),
      repair: ({ metadata: { resourceVersion } }) =>
        statusWrite(context, key, {
          ...write,
          resourceVersion,
          foreign: { place: "beside", members: { spec } },
        }),
    });
  },

  judge: (trial) =>
    judgeRefusal(trial, {
      requirement: "write.strict-validation-covers-ignored-members",
      reasons: ["invalid"],
      because: "the spec in the status write has a field that the kind does not define",
    }),
});
