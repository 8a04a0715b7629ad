import { expect, it } from "vitest";
import { isJsonObject, scaleLimits } from "#contract";
import type { JsonValue } from "#contract";
import { correctVariants, rulesOfCorrectVariant } from "#reference/controller";
import { checkOwnController } from "./check-own-controller.ts";

function heldWrites(events: readonly JsonValue[]): number {
  const all = events.filter(isJsonObject);
  const starts = all.filter(
    ({ what }) => typeof what === "string" && what.startsWith("a second instance started"),
  );
  return starts.filter((start) =>
    all.some(
      ({ event, by, sentMs, atMs }) =>
        event === "write" &&
        by === "controller" &&
        Number(sentMs) < Number(start["atMs"]) &&
        Number(atMs) > Number(start["atMs"]),
    ),
  ).length;
}

it(
  "a second instance takes over several times in one run, each time from a write on its way",
  { timeout: 3_600_000 },
  async () => {
    const held = new Map<string, number>();
    const names = ["gives-way-to-a-second-instance", "allocates-once-in-two-instances"];
    await checkOwnController({
      kinds: ["Bucket"],
      selection: { only: names.map((name) => `controllers/${name}`), skip: [] },
      convergeMs: 30_000,
      limits: scaleLimits(10),
      emit: (line) => {
        if (line.line !== "case" || !("observations" in line)) return;
        const content: JsonValue = JSON.parse(JSON.stringify(line.observations));
        const events = isJsonObject(content) ? content["events"] : [];
        held.set(line.check, heldWrites(Array.isArray(events) ? events : []));
      },
    });

    expect([...held]).toEqual([
      ["controllers/gives-way-to-a-second-instance", 2],
      ["controllers/allocates-once-in-two-instances", 1],
    ]);
  },
);

it(
  "an object with a finalizer is recreated once the second instance has released it",
  { timeout: 3_600_000 },
  async () => {
    const variant = correctVariants.find(({ name }) => name === "releases-its-finalizer");
    if (variant === undefined) throw new Error("there is no such variant");
    const created: number[] = [];
    await checkOwnController({
      rules: rulesOfCorrectVariant(variant),
      kinds: [variant.kind],
      selection: { only: ["controllers/gives-way-on-a-recreated-object"], skip: [] },
      convergeMs: 30_000,
      limits: scaleLimits(10),
      emit: (line) => {
        if (line.line !== "case" || !("observations" in line)) return;
        const content: JsonValue = JSON.parse(JSON.stringify(line.observations));
        const events = isJsonObject(content) ? content["events"] : [];
        const all = Array.isArray(events) ? events.filter(isJsonObject) : [];
        created.push(all.filter(({ type }) => type === "ADDED").length);
      },
    });

    expect(created).toEqual([2]);
  },
);
