import { defineCheck, judgeDenials, listAs } from "#harness";
import type { DenialTrial } from "#harness";

/** Creates no objects, because any existing object reveals a violation. */
export const listsNeedACredential = defineCheck<{
  readonly anonymous: DenialTrial;
  readonly invalid: DenialTrial;
}>({
  id: "authorization/lists-need-a-credential",
  title: "No list shows stored objects to a caller without a credential",
  covers: ["authorization.anonymous-refused", "authorization.invalid-credential-refused"],
  scope: "kind",
  needsNoStatus: true,
  readsOnly: true,
  verbs: ["list"],
  identities: ["reader", "anonymous", "invalid"],

  drive: async (context) => ({
    anonymous: await listAs(context, "anonymous"),
    invalid: await listAs(context, "invalid"),
  }),

  judge: ({ anonymous, invalid }) => [
    ...judgeDenials([anonymous], "authorization.anonymous-refused"),
    ...judgeDenials([invalid], "authorization.invalid-credential-refused"),
  ],
});
