import { describe, expect, it } from "vitest";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { author, driven } from "../testing/rows.ts";
import type { End } from "./ends.ts";
import { growingKinds, ownedNumber } from "./owned-numbers.ts";

const spec = { size: 3 };

const begun = (): HistoryFixture =>
  new HistoryFixture().create({ spec }, author).report({ size: 3 }, driven).owned("a", "exists");

describe("growingKinds", () => {
  it.each<{
    readonly name: string;
    readonly fixture: () => HistoryFixture;
    readonly growing: readonly string[];
  }>([
    {
      name: "no kind, if all objects appear before the final state",
      fixture: () => begun().owned("b", "exists").settle(),
      growing: [],
    },
    {
      name: "the kind of an object that appears after the final state",
      fixture: () => begun().settle().owned("b", "exists"),
      growing: ["Part"],
    },
    {
      name: "the kind of an object that appears after a further report",
      fixture: () => begun().settle().report({ size: 2 }, driven).owned("b", "exists"),
      growing: ["Part"],
    },
    {
      name: "no kind, if the object only changes or goes",
      fixture: () => begun().settle().owned("a", "changed").owned("a", "gone"),
      growing: [],
    },
    {
      name: "no kind, if the spec has changed",
      fixture: () => begun().settle().edit({ size: 4 }, author).owned("b", "exists"),
      growing: [],
    },
    {
      name: "no kind, if the object belongs to the next owner",
      fixture: () => begun().settle().owned("a", "gone").gone().owned("b", "exists"),
      growing: [],
    },
  ])("$name", ({ fixture, growing }) => {
    expect(growingKinds(fixture().events)).toEqual(growing);
  });
});

const end = (number: number): End => ({ spec, status: {}, owned: { Part: number } });

describe("ownedNumber", () => {
  it("is that of a final state without readiness", () => {
    expect(ownedNumber([end(1)], "Part", spec)).toEqual({ least: 1, most: 1 });
  });

  it("has no maximum if the controller still creates objects, for whatever spec", () => {
    const other = { ...end(2), spec: { size: 5 }, growing: ["Part"] };

    expect(ownedNumber([end(1), other], "Part", spec)).toEqual({ least: 1, most: Infinity });
  });

  it("keeps its maximum if objects of another kind are still created", () => {
    const ends = [{ ...end(1), growing: ["Label"] }];

    expect(ownedNumber(ends, "Part", spec)).toEqual({ least: 1, most: 1 });
  });

  it("is unknown as long as one object that is not ready has shown it", () => {
    const status = { conditions: [condition("Ready", "False")] };

    expect(ownedNumber([{ ...end(1), status }], "Part", spec)).toBeUndefined();
  });
});
