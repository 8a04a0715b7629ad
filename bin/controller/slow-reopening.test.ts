import { expect, it } from "vitest";
import { scaleLimits } from "#contract";
import { rulesOfCorrectVariant } from "#reference/controller";
import { checkOwnController } from "./check-own-controller.ts";

const outages = ["goes-on-after-an-outage", "begins-anew-after-a-long-outage"] as const;

async function startsWith(pauseMs: number): Promise<number> {
  let starts = 0;
  const rules = rulesOfCorrectVariant({
    name: "reopens-its-watches-late",
    summary: "Waits before it reopens a broken watch.",
    kind: "Deployment",
    scenarios: outages,
    change: ({ loop }) => ({
      loop: {
        ...loop,
        pauseMs: (failure) => (failure.error === undefined ? pauseMs : loop.pauseMs(failure)),
      },
      reconcilers: (correct) => {
        starts += 1;
        return correct;
      },
    }),
  });
  await checkOwnController({
    rules,
    kinds: ["Deployment"],
    selection: { only: outages.map((name) => `controllers/${name}`), skip: [] },
    convergeMs: 60_000,
    limits: scaleLimits(10),
  });
  return starts;
}

it(
  "a controller that reopens its watches late after an outage is started again",
  { timeout: 3_600_000 },
  async () => {
    expect(await startsWith(2_500)).toBe((await startsWith(50)) + outages.length - 1);
  },
);
