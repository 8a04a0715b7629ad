import { defineCheck, judgeDenials, judgeDenialsWithoutEffect, tryEveryOperation } from "#harness";
import type { DenialTrial } from "#harness";

/** No operation may forget to ask who is there: reads, writes, and each of their variants. */
export const anonymousRefused = defineCheck<readonly DenialTrial[]>({
  id: "authorization/anonymous-refused",
  title: "Every operation refuses a request without a credential",
  covers: [
    "authorization.anonymous-refused",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  identities: ["anonymous"],

  drive: (context) =>
    tryEveryOperation(context, {
      verbs: ["read", "list", "create", "updateStatus", "update", "delete"],
      denied: "anonymous",
    }),

  judge: (trials) => [
    ...judgeDenials(trials, "authorization.anonymous-refused"),
    ...judgeDenialsWithoutEffect(trials),
  ],
});
