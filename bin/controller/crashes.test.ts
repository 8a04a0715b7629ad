import { expect, it } from "vitest";
import { isJsonObject, scaleLimits } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { checkOwnController } from "./check-own-controller.ts";

/** Counts the controller's lost writes, and its writes that were in flight when it was killed. */
function lostWrites(events: readonly JsonObject[]): {
  readonly all: number;
  readonly killed: number;
} {
  const stops = events.filter(({ state }) => state === "stopped").map(({ atMs }) => Number(atMs));
  const lost = events.filter(
    ({ event, by, result }) =>
      event === "write" &&
      by === "controller" &&
      isJsonObject(result) &&
      result["answer"] === "lost",
  );
  const killed = lost.filter(({ sentMs, atMs }) =>
    stops.some((stop) => Number(sentMs) <= stop && stop <= Number(atMs)),
  );
  return { all: lost.length, killed: killed.length };
}

it(
  "a crash of several kinds waits for the write of each of them",
  { timeout: 3_600_000 },
  async () => {
    const found = new Map<string, ReturnType<typeof lostWrites>>();
    await checkOwnController({
      concurrency: 12,
      selection: { only: ["controllers/ends-the-same-after-a-crash-at-each-write"], skip: [] },
      convergeMs: 30_000,
      limits: scaleLimits(10),
      emit: (line) => {
        if (line.line !== "case" || !("observations" in line)) return;
        const content: JsonValue = JSON.parse(JSON.stringify(line.observations));
        const events: readonly JsonValue[] =
          isJsonObject(content) && Array.isArray(content["events"]) ? content["events"] : [];
        found.set(line.case.split("#")[1] ?? "", lostWrites(events.filter(isJsonObject)));
      },
    });

    expect([...found.keys()].toSorted()).toEqual(["Bucket", "Deployment", "Service"]);
    for (const { all, killed } of found.values()) {
      expect(all).toBeGreaterThan(3);
      expect(killed).toBe(all);
    }
  },
);
