import { defineCheck, judgeDenials, tryEveryOperation } from "#harness";
import type { DenialTrial } from "#harness";

export const strangerCannotRead = defineCheck<readonly DenialTrial[]>({
  id: "authorization/stranger-cannot-read",
  title: "An identity without permissions can neither read nor list objects",
  covers: ["authorization.stranger-cannot-read"],
  scope: "kind",
  needsNoStatus: true,
  identities: ["stranger"],

  drive: (context) => tryEveryOperation(context, { verbs: ["read", "list"], denied: "stranger" }),

  judge: (trials) => judgeDenials(trials, "authorization.stranger-cannot-read"),
});
