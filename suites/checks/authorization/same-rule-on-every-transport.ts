import { describeOutcome } from "#contract";
import type { Command, IdentityName, RefusalReason } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  judgeDenialsWithoutEffect,
  judgeReason,
  refusalOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  tryDenials,
  undecided,
  exercised,
} from "#harness";
import type { CheckContext, Denial, DenialTrial, DeniedAttempt, Finding, Step } from "#harness";

interface Observations {
  readonly primary: readonly Step[];
  readonly socket: DenialTrial;
}

const requirement = "authorization.same-rule-on-every-transport";

export const sameRuleOnEveryTransport = defineCheck<Observations>({
  id: "authorization/same-rule-on-every-transport",
  title: "A request that is rejected over HTTP is also rejected over WebSocket",
  covers: [requirement, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "status-write",
  features: ["transport.socket"],

  async drive(context) {
    const denials = await denialsOf(context);
    const primary = await Promise.all(
      denials.flatMap(({ command, denied }) =>
        denied.map((identity) => context.call({ ...command, identity })),
      ),
    );
    const overSocket = denials.map(({ command, denied }): Denial => ({
      command: { ...command, channel: "socket" },
      denied,
    }));
    return { primary, socket: await tryDenials(context, overSocket) };
  },

  judge: ({ primary, socket }) => [
    ...socket.attempts.flatMap((tried, index) => {
      const counterpart = primary[index];
      return counterpart === undefined ? [] : [judgeSame(counterpart, tried)];
    }),
    ...judgeDenialsWithoutEffect([socket]),
  ],
});

async function denialsOf(context: CheckContext): Promise<readonly Denial[]> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const atHand = (...names: IdentityName[]): readonly IdentityName[] =>
    names.filter((name) => context.target.identities.includes(name));
  const status = sampleStatus(context, 0);
  const spec = sampleSpec(context, 1);
  const report: Command = statusWrite(context, key, { resourceVersion, status });
  const wish: Command = specWrite(key, { resourceVersion, spec });
  const read: Command = { verb: "read", identity: "author", key };
  const reports = { command: report, denied: atHand("author", "anonymous", "expired") };
  // Attempts that do not depend on the mutation run only with the first one.
  if (context.via !== context.kind.operations.updateStatus[0]) return [reports];
  return [
    { command: read, denied: atHand("stranger", "invalid") },
    reports,
    { command: wish, denied: atHand("controller", "anonymous") },
  ];
}

/** Reasons for transient rejections. They do not depend on the transport. */
const passing: ReadonlySet<RefusalReason> = new Set([
  "alreadyExists",
  "conflict",
  "internal",
  "rateLimited",
]);

/**
 * Requires the same rejection on both transports. Skips attempts that the primary transport accepts. Skips transient
 * rejections, because a retry may succeed on either transport.
 */
function judgeSame(primary: Step, tried: DeniedAttempt): Finding {
  const evidence = [primary.exchange, tried.attempt.exchange];
  const broken = failureOf(primary);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const refusal = refusalOf(primary);
  const overSocket = refusalOf(tried.attempt)?.reason;
  const isLimited = overSocket === "rateLimited";
  if (overSocket === "unclassified" && isAccepted(tried.control)) {
    const reason = `rejected over WebSocket with an error that the dialect does not map: ${refusalOf(tried.attempt)?.message ?? ""}`;
    return undecided(requirement, reason, evidence);
  }
  if (refusal === undefined || passing.has(refusal.reason) || isLimited) {
    const expected = "a request that the primary transport rejects";
    const actual = describeOutcome(primary.outcome);
    return claim(requirement, {
      holds: true,
      expected,
      actual,
      evidence,
      ...exercised(false, "the primary transport rejects none of the requests"),
    });
  }
  const { identity, verb } = primary.command;
  const because = `${verb} as ${identity} was rejected like this over the primary transport, in exchange ${primary.exchange}`;
  return judgeReason(tried, { requirement, reasons: [refusal.reason], because });
}
