import { describe, expect, it } from "vitest";
import { features, identities, limits } from "#contract";
import type { Feature, IdentityName } from "#contract";
import { startReference } from "#reference";
import type { KindDescription, TargetDescription } from "#targets";
import type { VerdictLine } from "#verdicts";
import { narrowing } from "../self-test/fault-trial.ts";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect.ts";
import { declaredDialect } from "./declared-dialect.ts";
import { describedAs, narrowTarget } from "./narrow-target.ts";

type Change = (description: TargetDescription) => TargetDescription;

const changes: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    Object.keys(identities)
      .filter((identity) => !["author", "controller"].includes(identity))
      .map((identity) => [`no credential for ${identity}`, withoutIdentity(identity)]),
  ),
  ...Object.fromEntries(
    Object.keys(features).map((feature) => [`no ${feature}`, withoutFeature(feature)]),
  ),
  ...Object.fromEntries(
    (["list", "delete", "update", "watch"] as const).map((verb) => [
      `no ${verb} operation`,
      onKinds(({ operations, ...kind }) => ({ ...kind, operations: { ...operations, [verb]: [] } })),
    ]),
  ),
  "only one namespace": onKinds((kind) => ({ ...kind, namespaces: kind.namespaces.slice(0, 1) })),
  "only one sample status": onKinds(({ samples, ...kind }) => ({
    ...kind,
    samples: { ...samples, statuses: samples.statuses.slice(0, 1) },
  })),
  "no invalid sample status": onKinds(({ samples, ...kind }) => ({
    ...kind,
    samples: { ...samples, invalidStatuses: [] },
  })),
  "no shapes": onKinds(({ shapes: _, ...kind }) => kind),
};

describe("a target that offers less than the reference server", () => {
  it.each(Object.entries(changes))("has no inconclusive requirement: %s", async (_, change) => {
    await using server = await startReference();
    await using connected = await connect({
      endpoint: server.url,
      dialect: { dialect: declaredDialect([]), locate: (path) => path.join(".") },
      limits,
      signal: new AbortController().signal,
    });
    const target = narrowTarget(connected, narrowing);

    const { verdicts } = await checkTarget(describedAs(target, change(target.description)), {
      keepObjects: true,
      proofBudget: { runs: 24, operations: 300 },
    });

    expect(verdicts.filter(isUnexplained).map(described)).toEqual([]);
  });
});

function isUnexplained({ verdict }: VerdictLine): boolean {
  return !["pass", "not-applicable", "untestable"].includes(verdict);
}

function described({ requirement, verdict, reason }: VerdictLine): string {
  return [requirement, verdict, reason].join(" ");
}

function withoutIdentity(name: string): Change {
  return (description) => ({
    ...description,
    identities: description.identities.filter((identity: IdentityName) => identity !== name),
  });
}

function withoutFeature(name: string): Change {
  return (description) => ({
    ...description,
    features: description.features.filter((feature: Feature) => feature !== name),
  });
}

function onKinds(change: (kind: KindDescription) => KindDescription): Change {
  return (description) => ({ ...description, kinds: description.kinds.map(change) });
}
