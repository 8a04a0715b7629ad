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
} from "#harness";
import type { CheckContext, Denial, DenialTrial, DeniedAttempt, Finding, Step } from "#harness";

interface Observations {
  /** The attempts over the primary transport, in the order of those over the socket. */
  readonly primary: readonly Step[];
  readonly socket: DenialTrial;
}

const requirement = "authorization.same-rule-on-every-transport";

/** The connection of the watches is a second door. What is refused at the first is refused there, for the same reason. */
export const sameRuleOnEveryTransport = defineCheck<Observations>({
  id: "authorization/same-rule-on-every-transport",
  title: "What is refused over HTTP is also refused over WebSocket",
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
  const look: Command = { verb: "read", identity: "author", key };
  const reports = { command: report, denied: atHand("author", "anonymous", "expired") };
  // What has nothing to do with the mutation is shown through the first one alone.
  if (context.via !== context.kind.operations.updateStatus[0]) return [reports];
  return [
    { command: look, denied: atHand("stranger", "invalid") },
    reports,
    { command: wish, denied: atHand("controller", "anonymous") },
  ];
}

/** What a server tells a caller who came at a bad moment. It says nothing about the transport. */
const passing: ReadonlySet<RefusalReason> = new Set([
  "alreadyExists",
  "conflict",
  "internal",
  "rateLimited",
]);

/**
 * Where the primary transport does not refuse there is nothing that the socket would have to refuse, too; and what
 * is refused for the moment alone may be accepted a moment later, over either.
 */
function judgeSame(primary: Step, tried: DeniedAttempt): Finding {
  const evidence = [primary.exchange, tried.attempt.exchange];
  const broken = failureOf(primary);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const refusal = refusalOf(primary);
  const overSocket = refusalOf(tried.attempt)?.reason;
  const isLimited = overSocket === "rateLimited";
  if (overSocket === "unclassified" && isAccepted(tried.control)) {
    const reason = `refused over WebSocket with an error that the dialect does not map: ${refusalOf(tried.attempt)?.message ?? ""}`;
    return undecided(requirement, reason, evidence);
  }
  if (refusal === undefined || passing.has(refusal.reason) || isLimited) {
    const expected = "a request that the primary transport refuses";
    const actual = describeOutcome(primary.outcome);
    return claim(requirement, { holds: true, expected, actual, evidence, instances: 0 });
  }
  const { identity, verb } = primary.command;
  const because = `${verb} as ${identity} is refused so in exchange ${primary.exchange}, over the primary transport`;
  return judgeReason(tried, { requirement, reasons: [refusal.reason], because });
}
