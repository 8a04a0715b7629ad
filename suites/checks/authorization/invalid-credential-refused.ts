import { defineCheck, judgeDenials, judgeDenialsWithoutEffect, tryEveryOperation } from "#harness";
import type { DenialTrial } from "#harness";

export const invalidCredentialRefused = defineCheck<readonly DenialTrial[]>({
  id: "authorization/invalid-credential-refused",
  title: "Every operation rejects a credential that was never issued",
  covers: [
    "authorization.invalid-credential-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  identities: ["invalid"],

  drive: (context) =>
    tryEveryOperation(context, {
      verbs: ["read", "list", "create", "updateStatus", "update", "delete"],
      denied: "invalid",
    }),

  judge: (trials) => [
    ...judgeDenials(trials, "authorization.invalid-credential-refused"),
    ...judgeDenialsWithoutEffect(trials),
  ],
});
