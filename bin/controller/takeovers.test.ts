import { expect, it } from "vitest";
import { isJsonObject, scaleLimits } from "#contract";
import type { JsonValue } from "#contract";
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
