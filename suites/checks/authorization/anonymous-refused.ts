import type { RefusalReason } from "#contract";
import {
  claim,
  defineCheck,
  denialReasons,
  isAccepted,
  judgeDenial,
  judgeDenials,
  judgeDenialsWithoutEffect,
  judgeReason,
  tryEveryOperation,
  undecided,
  incidental,
} from "#harness";
import type { DenialTrial, DeniedAttempt, Finding } from "#harness";

const isStranger = "authorization.anonymous-is-a-stranger";
const isDenied = "semantics.anonymous-is-denied";

export const anonymousRefused = defineCheck<readonly DenialTrial[]>({
  id: "authorization/anonymous-refused",
  title: "Every operation rejects a request without a credential",
  covers: [
    "authorization.anonymous-refused",
    isStranger,
    isDenied,
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "kind",
  identities: ["anonymous"],

  async drive(context) {
    const trials = await tryEveryOperation(context, {
      verbs: ["read", "list", "create", "updateStatus", "update", "delete"],
      denied: "anonymous",
    });
    const { identities, semantics } = context.target;
    if (semantics.anonymous !== "forbidden" || !identities.includes("stranger")) return trials;
    const verbs = ["read", "list"] as const;
    return [...trials, ...(await tryEveryOperation(context, { verbs, denied: "stranger" }))];
  },

  judge(trials, { semantics }) {
    const attempts = trials.flatMap((trial) => trial.attempts);
    const anonymous = attempts.filter(({ attempt }) => attempt.command.identity === "anonymous");
    const strangers = attempts.filter(({ attempt }) => attempt.command.identity === "stranger");
    return [
      ...judgeDenials([{ attempts: anonymous, subjects: [] }], "authorization.anonymous-refused"),
      ...(semantics.anonymous === "forbidden"
        ? [...judgeStrangers(anonymous), ...anonymous.map((tried) => judgeDenied(tried, strangers))]
        : incidental(
            [isStranger, isDenied],
            "the API rejects requests without a credential as unauthenticated",
          )),
      ...judgeDenialsWithoutEffect(trials),
    ];
  },
});

/** Judges targets that treat a request without a credential like a request from a named user without permissions. */
function judgeStrangers(anonymous: readonly DeniedAttempt[]): readonly Finding[] {
  return anonymous.map((tried) =>
    judgeReason(tried, {
      requirement: isStranger,
      reasons: ["forbidden"],
      because: "no credential is sent, so no permissions apply",
    }),
  );
}

/** Judges one denial. If callers without permissions may read too, reads are public. */
function judgeDenied(tried: DeniedAttempt, strangers: readonly DeniedAttempt[]): Finding {
  const { command } = tried.attempt;
  const { verb } = command;
  const evidence = [tried.attempt.exchange];
  const isRead = verb === "read" || verb === "list";
  if (isRead && isAccepted(tried.attempt)) {
    const alike = strangers.filter(({ attempt }) => attempt.command.verb === verb);
    if (alike.length === 0) {
      const reason = `a ${verb} without a credential was accepted, and it is unknown whether every caller may ${verb}: no ${verb} was sent as \`stranger\`; pass a credential for this role`;
      return undecided(isDenied, reason, evidence);
    }
    const permitted = alike.find(({ attempt }) => isAccepted(attempt) && !isEmptyList(attempt));
    if (permitted !== undefined) {
      const note = `a caller without permissions may ${verb} too, in exchange ${permitted.attempt.exchange}`;
      const nothing = { holds: true, expected: "", actual: "", instances: 0 };
      return claim(isDenied, { ...nothing, evidence, note });
    }
  }
  return judgeDenial(tried, {
    requirement: isDenied,
    reasons: [...denialReasons, ...unauthenticated],
    because: "no credential is sent, so no permissions apply",
  });
}

const unauthenticated: readonly RefusalReason[] = ["unauthenticated"];

function isEmptyList({ outcome }: DeniedAttempt["attempt"]): boolean {
  return outcome.result === "list" && outcome.items.length === 0;
}
