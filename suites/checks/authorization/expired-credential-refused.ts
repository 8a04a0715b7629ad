import { defineCheck, judgeDenials, judgeDenialsWithoutEffect, tryEveryOperation } from "#harness";
import type { DenialTrial } from "#harness";

export const expiredCredentialRefused = defineCheck<readonly DenialTrial[]>({
  id: "authorization/expired-credential-refused",
  title: "Every operation rejects a credential that has expired",
  covers: [
    "authorization.expired-credential-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  identities: ["expired"],

  drive: (context) =>
    tryEveryOperation(context, {
      verbs: ["read", "list", "create", "updateStatus", "update", "delete"],
      denied: "expired",
    }),

  judge: (trials) => [
    ...judgeDenials(trials, "authorization.expired-credential-refused"),
    ...judgeDenialsWithoutEffect(trials),
  ],
});
