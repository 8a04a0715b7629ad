import { describeOutcome } from "#contract";
import type { Command } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  ownSelector,
  permittedCommands,
  vacuous,
  exercised,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { judgeBeyondNamespace } from "./judge-beyond-namespace.ts";
import { isMisplaced } from "./judge-beyond.ts";
import type { BeyondTrial } from "./judge-beyond.ts";

interface Observations {
  readonly trials: readonly BeyondTrial[];
  /** Lists of all namespaces, by an identity that may read only one namespace. */
  readonly everywhere: readonly Step[];
  /** The namespace that the identity has no permission to read. Absent for kinds that are not in two namespaces. */
  readonly foreign?: string;
}

const requirement = "authorization.namespace-limits-hold";

const verbs = ["read", "list"] as const;

export const namespaceLimitsHoldForReads = defineCheck<Observations>({
  id: "authorization/namespace-limits-hold-for-reads",
  title:
    "An identity limited to one namespace can neither read nor list objects in another namespace",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["authorization.namespaces"],
  identities: ["tenant"],

  async drive(context) {
    const { namespaces, operations } = context.kind;
    const foreign = namespaces[1];
    if (foreign === undefined) return { trials: [], everywhere: [] };
    const [home, away] = await Promise.all([
      context.fixture({ namespace: 0 }),
      context.fixture({ namespace: 1 }),
    ]);
    const own = permittedCommands(context, verbs, home);
    const [trials, everywhere] = await Promise.all([
      Promise.all(
        permittedCommands(context, verbs, away).flatMap((command, index) => {
          const counterpart = own[index];
          return counterpart === undefined ? [] : [tryBoth(context, counterpart, command)];
        }),
      ),
      Promise.all(operations.list.map((via) => listEverything(context, via))),
    ]);
    return { trials, everywhere, foreign };
  },

  judge: ({ trials, everywhere, foreign }) =>
    foreign === undefined
      ? vacuous([requirement], "objects of the kind are in fewer than two namespaces")
      : [
          ...trials.map(judgeBeyondNamespace),
          ...(trials.some(isMisplaced)
            ? []
            : everywhere.map((step) => judgeEverywhere(step, foreign))),
        ],
});

async function tryBoth(context: CheckContext, home: Command, away: Command): Promise<BeyondTrial> {
  const [own, attempt, control] = await Promise.all([
    context.call({ ...home, identity: "tenant" }),
    context.call({ ...away, identity: "tenant" }),
    context.call(away),
  ]);
  return { own, attempt, control };
}

function listEverything(context: CheckContext, via: string): Promise<Step> {
  const { name: kind } = context.kind;
  return context.call({ verb: "list", identity: "tenant", kind, via, ...ownSelector(context) });
}

/**
 * Judges a list across all namespaces: it may be rejected, or limited to objects that the identity may read.
 */
function judgeEverywhere(step: Step, foreign: string): Finding {
  const { outcome } = step;
  const evidence = [step.exchange];
  const broken = failureOf(step);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const items = outcome.result === "list" ? outcome.items : [];
  const leaked = items.filter(({ metadata }) => metadata.namespace === foreign);
  const isDenied = outcome.result === "refused" && outcome.refusal.reason === "forbidden";
  return claim(requirement, {
    holds: leaked.length === 0,
    expected: `rejected as forbidden, or a list without objects from namespace ${foreign}`,
    actual: `${describeOutcome(outcome)}, ${leaked.length} of them in namespace ${foreign}`,
    evidence,
    ...exercised(
      isDenied || outcome.result === "list",
      `the list of all namespaces was neither served nor forbidden: ${describeOutcome(outcome)}`,
    ),
  });
}
