import { expect, it } from "vitest";
import { HistoryFixture, condition } from "../testing/history-fixture.ts";
import { ExpectedReactions } from "./expected-reactions.ts";
import type { Reaction } from "./expected-reactions.ts";

interface Shown {
  /** The status of the condition `Ready`. No condition by default. */
  readonly ready?: string;
  /** Whether each owned object is not ready. None by default. */
  readonly unready?: readonly boolean[];
  readonly isTerminating?: boolean;
}

function isPending(
  reaction: Reaction,
  { ready, unready = [], isTerminating = false }: Shown,
): boolean {
  const { object } = new HistoryFixture().create({
    status: ready === undefined ? {} : { conditions: [condition("Ready", ready)] },
    metadata: isTerminating ? { deletionTimestamp: "2026-01-01T00:00:00Z" } : {},
  });
  const key = { kind: "Widget", namespace: "default", name: "one" };
  const owned = unready.map((isUnready, place) => ({
    key: { kind: "Part", namespace: "default", name: `part-${place}` },
    owner: key,
    isUnready,
    isCollected: false,
  }));
  const reactions = new ExpectedReactions({ objects: [object], owned });
  expect(reactions.isPending).toBe(false);
  reactions.expect(key, reaction);
  const result = reactions.isPending;
  reactions.withdraw(key);
  expect(reactions.isPending).toBe(false);
  return result;
}

it("expects an owned object of an object that is not being deleted", () => {
  expect(isPending("owns", {})).toBe(true);
  expect(isPending("owns", { unready: [true] })).toBe(false);
  expect(isPending("owns", { isTerminating: true })).toBe(false);
});

it("expects readiness of an object that reports it, if what it owns is ready", () => {
  expect(isPending("ready", { ready: "False", unready: [false] })).toBe(true);
  expect(isPending("ready", { ready: "True", unready: [false] })).toBe(false);
  expect(isPending("ready", { ready: "False", unready: [false, true] })).toBe(false);
  expect(isPending("ready", { ready: "False" })).toBe(false);
  expect(isPending("ready", { unready: [false] })).toBe(false);
});
