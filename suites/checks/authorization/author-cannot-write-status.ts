import {
  besidePermitted,
  defineCheck,
  inOtherForms,
  judgeDenials,
  judgeDenialsWithoutEffect,
  partsOf,
  sampleStatus,
  statusWrite,
  tryDenials,
} from "#harness";
import type { DenialTrial } from "#harness";

/**
 * The control is the same write by the controller. Each status field is also sent on its own, and the write under an
 * alias and in a fragment, because a gateway may compare only the names in the operation. It is also sent in one
 * document with a permitted write.
 */
export const authorCannotWriteStatus = defineCheck<DenialTrial>({
  id: "authorization/author-cannot-write-status",
  title: "The author of an object cannot write its status",
  covers: [
    "authorization.author-cannot-write-status",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const status = sampleStatus(context, context.random.below(3));
    const command = statusWrite(context, key, { resourceVersion, status });
    const beside = await besidePermitted(context, command, "author");
    const parts = [...partsOf(command), ...inOtherForms(command), ...beside];
    return tryDenials(context, [{ command, denied: ["author"], parts }]);
  },

  judge: (trial) => [
    ...judgeDenials([trial], "authorization.author-cannot-write-status"),
    ...judgeDenialsWithoutEffect([trial]),
  ],
});
