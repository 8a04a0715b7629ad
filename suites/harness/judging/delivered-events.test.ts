import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import { separateRepetitions } from "./delivered-events.ts";
import type { SeenEvent } from "./recorded-step.ts";

function eventAt(version: string, cursor?: string): SeenEvent {
  const shown = { type: "MODIFIED", resourceVersion: resourceVersion(version) } as const;
  return { ...shown, arrivedMs: 1, ...(cursor === undefined ? {} : { cursor }) };
}

describe("events after requests that must cause none", () => {
  it.each([
    { why: "one repetition for each request", tokens: ["a", "a", "a", "a"], isDoubtful: false },
    { why: "fewer repetitions of one event", tokens: ["a", "a", "a"], isDoubtful: true },
    { why: "fewer events with new tokens", tokens: ["a", "b", "c"], isDoubtful: false },
    { why: "one event with a new token", tokens: ["a", "b"], isDoubtful: true },
  ])("$why: $isDoubtful", ({ tokens, isDoubtful }) => {
    const all = tokens.map((token) => eventAt("2", token));
    const { doubt } = separateRepetitions({ all, during: all.slice(1), requests: 3 });

    expect(doubt !== undefined).toBe(isDoubtful);
  });

  it("may have another cause if events were repeated before", () => {
    const all = [eventAt("2", "a"), eventAt("2", "b"), eventAt("3", "c")];
    const later = [eventAt("3", "d"), eventAt("3", "e")];
    const { doubt } = separateRepetitions({ all: [...all, ...later], during: later, requests: 3 });

    expect(doubt).toBeDefined();
  });
});
