import { expect, it } from "vitest";
import { scaleLimits } from "#contract";
import type { Target, TargetDescription } from "#targets";
import { startReference } from "#reference";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { describedAs, narrowTarget } from "./narrow-target.ts";

const { signal } = new AbortController();

/** Long enough for a busy machine. */
const limits = scaleLimits(10);
const kinds = { Service: ["updateServiceStatus"] };

function withoutUpdates(target: Target): Target {
  const { description } = target;
  const declared: TargetDescription = {
    ...description,
    kinds: description.kinds.map((kind) => ({
      ...kind,
      operations: { ...kind.operations, update: [] },
      withoutUpdates: "its spec is immutable",
    })),
  };
  return {
    ...describedAs(target, declared),
    execute: async (command, aborted) =>
      command.verb === "update"
        ? {
            outcome: {
              result: "refused",
              refusal: { reason: "invalid", message: "spec is immutable", causes: [] },
            },
          }
        : target.execute(command, aborted),
  };
}

it("decides watches and versions of a kind whose specs are immutable", async () => {
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  const only = [
    "concurrency.versions-advance",
    "generation.starts-at-one",
    "watch.no-gap",
    "watch.nothing-for-dry-run",
    "watch.nothing-for-refused",
    "watch.one-event-per-write",
    "watch.resumes-after-version",
    "watch.watchers-agree",
  ] as const;
  const immutable = withoutUpdates(narrowTarget(target, { kinds }));
  const { verdicts } = await checkTarget(immutable, {
    selection: { only: [...only], skip: [] },
    limits,
  });
  const found = verdicts.filter(({ requirement }) => only.some((one) => one === requirement));

  const passed = only.map((requirement) => ({ requirement, verdict: "pass" }));
  expect(
    found.map(({ requirement, verdict, reason }) => ({ requirement, verdict, reason })),
  ).toEqual(expect.arrayContaining(passed));
});
