import { expect, it } from "vitest";
import { scaleLimits } from "#contract";
import { faultyVariants, rulesOfVariant } from "#reference/controller";
import { checkOwnController } from "./check-own-controller.ts";

it(
  "a controller that is stuck after one scenario is started again for the next one",
  { timeout: 3_600_000 },
  async () => {
    const variant = faultyVariants.find(({ name }) => name === "watches-once");
    if (variant === undefined) throw new Error("there is no such variant");
    const names = ["watches-again-after-a-normal-end", "goes-on-after-an-outage"];
    const { verdicts } = await checkOwnController({
      rules: rulesOfVariant(variant),
      kinds: ["Deployment"],
      selection: { only: names.map((name) => `controllers/${name}`), skip: [] },
      convergeMs: 3_000,
      limits: scaleLimits(10),
    });

    const findings = verdicts.flatMap((line) =>
      line.findings.filter(({ result }) => result === "violated").map((one) => one.case),
    );
    expect(new Set(findings)).toEqual(
      new Set(["controllers/watches-again-after-a-normal-end#Deployment"]),
    );
  },
);
