import { expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { SeenEvent } from "../judging/recorded-step.ts";
import { inLifeOrder } from "./stream.ts";

function event(type: SeenEvent["type"], name: string, version: string, own = true): SeenEvent {
  return {
    type,
    resourceVersion: resourceVersion(version),
    key: { kind: "Kiln", name },
    arrivedMs: 0,
    ...(own ? {} : { isUnversioned: true as const }),
  };
}

it("places a deletion without a version of its own after the last state of its object", () => {
  const [created, changed, other] = [
    event("ADDED", "a", "1"),
    event("MODIFIED", "a", "2"),
    event("MODIFIED", "b", "3"),
  ];
  const deleted = event("DELETED", "a", "2", false);

  expect(inLifeOrder([deleted, created, other, changed])).toEqual([
    created,
    other,
    changed,
    deleted,
  ]);
  expect(inLifeOrder([created, changed, deleted, other])).toEqual([
    created,
    changed,
    deleted,
    other,
  ]);
});

it("keeps an event after a deletion with a version of its own, and one of a successor", () => {
  const late = [event("DELETED", "a", "2"), event("MODIFIED", "a", "2")];
  const successor = [event("DELETED", "a", "2", false), event("ADDED", "a", "5")];

  expect(inLifeOrder(late)).toEqual(late);
  expect(inLifeOrder(successor)).toEqual(successor);
});
