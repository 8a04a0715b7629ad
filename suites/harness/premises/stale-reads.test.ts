import { describe, expect, it } from "vitest";
import { absent, seeminglyStale, staleBecauseOf } from "./stale-reads.ts";
import type { StateFact } from "./stale-reads.ts";

const ok = { subject: "Press a" } as const;

function at(exchange: number): Pick<StateFact, "endedMs" | "exchange" | "startedMs"> {
  return { exchange, startedMs: 10 * exchange, endedMs: 10 * exchange + 5 };
}

function write(exchange: number, replaces: string, shows: string): StateFact {
  return { ...ok, ...at(exchange), isWrite: true, replaces, shows };
}

function read(exchange: number, shows: string): StateFact {
  return { ...ok, ...at(exchange), isWrite: false, shows };
}

function deletion(exchange: number): StateFact {
  return { ...ok, ...at(exchange), isWrite: true, shows: absent };
}

const old = read(2, "1");

describe("a read of a replaced version", () => {
  it.each<[string, readonly StateFact[], boolean]>([
    ["a later read shows the write", [write(1, "1", "2"), old, read(3, "2")], true],
    [
      "a later read shows a write that followed the write",
      [write(1, "1", "2"), old, write(3, "2", "3"), read(4, "3")],
      true,
    ],
    ["no later read shows the write", [write(1, "1", "2"), old], false],
    ["later reads show the old version", [write(1, "1", "2"), old, read(3, "1")], false],
    [
      "only an earlier read shows the write",
      [write(0, "1", "2"), read(1, "2"), old, read(3, "1")],
      false,
    ],
    [
      "only a read of another object shows the write",
      [write(1, "1", "2"), old, { ...read(3, "2"), subject: "Press b" }],
      false,
    ],
    [
      "the read was sent before the response to the write",
      [{ ...write(1, "1", "2"), endedMs: 21 }, old, read(3, "2")],
      false,
    ],
    ["the write was rejected", [{ ...ok, ...at(1), isWrite: true }, old, read(3, "2")], false],
    [
      "another write restored the version",
      [write(0, "1", "2"), write(1, "2", "1"), old, read(3, "2")],
      false,
    ],
    [
      "two writes replaced the same version",
      [write(0, "1", "2"), write(1, "1", "3"), old, read(3, "3")],
      false,
    ],
    ["the version was not replaced", [write(1, "0", "1"), old, read(3, "1")], false],
    [
      "the times are unknown",
      [{ ...ok, exchange: 1, isWrite: true, replaces: "1", shows: "2" }, old, read(3, "2")],
      false,
    ],
  ])("is stale only if a write was stored: %s", (_, facts, isStale) => {
    expect(staleBecauseOf(facts, old) !== undefined).toBe(isStale);
  });

  it("seems stale until a later read decides", () => {
    expect(seeminglyStale([write(1, "1", "2"), old])).toEqual([old]);
    expect(seeminglyStale([write(1, "1", "2"), read(2, "2")])).toEqual([]);
    expect(seeminglyStale([old, write(3, "1", "2")])).toEqual([]);
  });

  it.each<[string, readonly StateFact[], boolean]>([
    ["created before", [write(1, absent, "1"), read(3, "1")], true],
    ["created before and changed", [write(1, absent, "1"), write(3, "1", "2"), read(4, "2")], true],
    ["deleted before", [write(0, absent, "1"), deletion(1), read(3, absent)], false],
    [
      "deleted before, and created again afterwards",
      [write(0, absent, "1"), deletion(1), write(3, absent, "2"), read(4, "2")],
      false,
    ],
    [
      "deleted and created again before",
      [write(0, absent, "1"), deletion(0.5), write(1, absent, "2"), read(3, "2")],
      true,
    ],
    [
      "deleted and created again before, twice",
      [
        write(-2, absent, "1"),
        deletion(-1.5),
        write(-1, absent, "2"),
        deletion(-0.5),
        write(0, absent, "3"),
        write(1, "3", "4"),
        read(3, "4"),
      ],
      true,
    ],
    [
      "created again, perhaps before its deletion",
      [
        write(0, absent, "1"),
        { ...deletion(0.5), endedMs: 12 },
        write(1, absent, "2"),
        read(3, "2"),
      ],
      false,
    ],
    [
      "created again, and deleted while it was read",
      [
        write(0, absent, "1"),
        deletion(0.5),
        write(1, absent, "2"),
        deletion(2),
        write(3, absent, "3"),
        read(4, "3"),
      ],
      false,
    ],
  ])("is stale if it lacks an object that was %s", (_, facts, isStale) => {
    const missing = read(2, absent);

    expect(staleBecauseOf([...facts, missing], missing) !== undefined).toBe(isStale);
  });
});
