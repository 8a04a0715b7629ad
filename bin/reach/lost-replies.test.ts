import { expect, it } from "vitest";
import { limits } from "#contract";
import { randomFor } from "#harness";
import { startReference } from "#reference";
import type { VerdictLine } from "#verdicts";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { losingTarget } from "../testing/losing-target.ts";
import type { Loss } from "../testing/losing-target.ts";

const { signal } = new AbortController();

function violations({ requirement, findings }: VerdictLine): readonly string[] {
  return findings.flatMap((finding) =>
    finding.result === "violated" ? [`${requirement}: ${finding.case}: ${finding.actual}`] : [],
  );
}

it.each([
  { seed: 1, oneIn: 20 },
  { seed: 2, oneIn: 7 },
])(
  "there is no false positive if one response in $oneIn is lost, seed $seed",
  async ({ seed, oneIn }) => {
    await using server = await startReference();
    await using target = await connect({ endpoint: server.url, limits, signal });
    const random = randomFor(seed, "losses");
    const lossOf = (): Loss | undefined => {
      if (random.below(oneIn) === 0) return "request";
      return random.below(oneIn) === 0 ? "reply" : undefined;
    };
    const { verdicts } = await checkTarget(losingTarget(target, lossOf), {
      seed,
      proofBudget: { runs: 24, operations: 500 },
      keepObjects: true,
    });

    expect(verdicts.flatMap(violations)).toEqual([]);
  },
);
