import { expect, it } from "vitest";
import { isJsonObject, scaleLimits } from "#contract";
import type { JsonValue } from "#contract";
import { correctVariants, rulesOfCorrectVariant } from "#reference/controller";
import { checkOwnController } from "./check-own-controller.ts";

it(
  "an object that its controller holds is recreated once the controller has released it",
  { timeout: 3_600_000 },
  async () => {
    const variant = correctVariants.find(({ name }) => name === "releases-its-finalizer");
    if (variant === undefined) throw new Error("there is no such variant");
    const scenarios = [
      "recognizes-a-recreated-object",
      "finds-a-recreated-object",
      "finds-an-object-recreated-before-a-normal-end",
      "finds-an-object-recreated-while-it-was-down",
    ];
    const added = new Map<string, number>();
    const { verdicts } = await checkOwnController({
      rules: rulesOfCorrectVariant(variant),
      kinds: [variant.kind],
      selection: { only: scenarios.map((name) => `controllers/${name}`), skip: [] },
      convergeMs: 30_000,
      limits: scaleLimits(10),
      emit: (line) => {
        if (line.line !== "case" || !("observations" in line)) return;
        const content: JsonValue = JSON.parse(JSON.stringify(line.observations));
        const events: readonly JsonValue[] =
          isJsonObject(content) && Array.isArray(content["events"]) ? content["events"] : [];
        const found = events.filter((event) => isJsonObject(event) && event["type"] === "ADDED");
        added.set(line.check, found.length);
      },
    });

    expect(verdicts.filter(({ verdict }) => ["fail", "warn"].includes(verdict))).toEqual([]);
    // Another object is deleted for good.
    const more = new Map([["finds-a-recreated-object", 1]]);
    expect(Object.fromEntries(added)).toEqual(
      Object.fromEntries(
        scenarios.map((name) => [`controllers/${name}`, 2 + (more.get(name) ?? 0)]),
      ),
    );
  },
);
