import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import { startReference } from "#reference";
import type { KindDescription, TargetDescription } from "#targets";
import type { VerdictLine } from "#verdicts";
import { narrowing } from "../self-test/fault-trial.ts";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { declaredDialect } from "./declared-dialect.ts";
import { describedAs, narrowTarget } from "./narrow-target.ts";

type Change = (description: TargetDescription) => TargetDescription;

const changes: Readonly<Record<string, Change>> = {
  "no credential for reader": (description) => ({
    ...description,
    identities: description.identities.filter((identity) => identity !== "reader"),
  }),
  "no watch that resumes": (description) => ({
    ...description,
    features: description.features.filter((feature) => feature !== "watch.resume"),
  }),
  "no update operation": onKinds(({ operations, ...kind }) => ({
    ...kind,
    operations: { ...operations, update: [] },
  })),
  "no invalid sample status": onKinds(({ samples, ...kind }) => ({
    ...kind,
    samples: { ...samples, invalidStatuses: [] },
  })),
  "only one sample status": onKinds(({ samples, ...kind }) => ({
    ...kind,
    samples: { ...samples, statuses: samples.statuses.slice(0, 1) },
  })),
};

describe("a target that offers less than the reference server", () => {
  it.each(Object.entries(changes))(
    "accuses nothing, and says what is missing: %s",
    async (_, change) => {
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
    },
  );
});

function isUnexplained({ verdict, reason = "" }: VerdictLine): boolean {
  const isExplained = verdict === "inconclusive" && !/^\d+ instances? (?:was|were) /u.test(reason);
  return !isExplained && !["pass", "not-applicable", "untestable"].includes(verdict);
}

function described({ requirement, verdict, reason }: VerdictLine): string {
  return [requirement, verdict, reason].join(" ");
}

function onKinds(change: (kind: KindDescription) => KindDescription): Change {
  return (description) => ({ ...description, kinds: description.kinds.map(change) });
}
