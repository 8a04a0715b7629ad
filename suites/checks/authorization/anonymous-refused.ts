import {
  defineCheck,
  judgeDenials,
  judgeDenialsWithoutEffect,
  judgeReason,
  tryEveryOperation,
  vacuous,
} from "#harness";
import type { DenialTrial, Finding } from "#harness";

export const anonymousRefused = defineCheck<readonly DenialTrial[]>({
  id: "authorization/anonymous-refused",
  title: "Every operation rejects a request without a credential",
  covers: [
    "authorization.anonymous-refused",
    "authorization.anonymous-is-a-stranger",
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

  judge: (trials, { semantics }) => [
    ...judgeDenials(trials, "authorization.anonymous-refused"),
    ...(semantics.anonymous === "forbidden"
      ? judgeStrangers(trials)
      : vacuous(["authorization.anonymous-is-a-stranger"])),
    ...judgeDenialsWithoutEffect(trials),
  ],
});

/** Judges targets that treat a request without a credential like a request from a named user without permissions. */
function judgeStrangers(trials: readonly DenialTrial[]): readonly Finding[] {
  return trials
    .flatMap(({ attempts }) => attempts)
    .map((tried) =>
      judgeReason(tried, {
        requirement: "authorization.anonymous-is-a-stranger",
        reasons: ["forbidden"],
        because: "no credential is sent, so no permissions apply",
      }),
    );
}
