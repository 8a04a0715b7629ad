import { expect, it } from "vitest";
import { isJsonObject, scaleLimits } from "#contract";
import type { JsonValue } from "#contract";
import { checkOwnController } from "./check-own-controller.ts";

it(
  "a scenario does not settle before a killed controller has started again",
  { timeout: 3_600_000 },
  async () => {
    const states: string[] = [];
    await checkOwnController({
      kinds: ["Bucket"],
      selection: { only: ["controllers/allocates-once-across-a-crash"], skip: [] },
      convergeMs: 30_000,
      startMs: 2_000,
      limits: scaleLimits(10),
      emit: (line) => {
        if (line.line !== "case" || !("observations" in line)) return;
        const content: JsonValue = JSON.parse(JSON.stringify(line.observations));
        const events = isJsonObject(content) ? content["events"] : [];
        for (const event of Array.isArray(events) ? events.filter(isJsonObject) : []) {
          const { event: what, state } = event;
          if (what === "settled") states.push(what);
          if (what === "controller" && typeof state === "string") states.push(state);
        }
      },
    });

    expect(states.filter((state) => state === "stopped")).toHaveLength(3);
    expect(states.filter((_, place) => states[place - 1] === "stopped")).toEqual(
      Array.from({ length: 3 }, () => "started"),
    );
  },
);
