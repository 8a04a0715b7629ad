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

const sized = (size: number, owned: number, before?: number): End => ({
  spec: { size },
  status: {},
  owned: { Part: owned },
  ...(before === undefined ? {} : { ownedBefore: { Part: before } }),
});

const numberFor = (ends: readonly End[]): unknown =>
  ownedNumber([...ends, ...ends], "Part", { spec, isEdited: true });

describe("ownedNumber", () => {
  it("is that of a final state without readiness", () => {
    expect(ownedNumber([end(1)], "Part", { spec, isEdited: false })).toEqual({ least: 1, most: 1 });
  });

  it("has no maximum if the controller still creates objects, for whatever spec", () => {
    const other = { ...end(2), spec: { size: 5 }, growing: ["Part"] };

    expect(ownedNumber([end(1), other], "Part", { spec, isEdited: false })).toEqual({
      least: 1,
      most: Infinity,
    });
  });

  it("keeps its maximum if objects of another kind are still created", () => {
    const ends = [{ ...end(1), growing: ["Label"] }];

    expect(ownedNumber(ends, "Part", { spec, isEdited: false })).toEqual({ least: 1, most: 1 });
  });

  it("is unknown as long as one object that is not ready has shown it", () => {
    const status = { conditions: [condition("Ready", "False")] };

    expect(ownedNumber([{ ...end(1), status }], "Part", { spec, isEdited: false })).toBeUndefined();
  });

  describe("for an edited object", () => {
    const created = [sized(3, 3), sized(5, 5), sized(8, 8)];
    it("is that of new objects if an edit only ever leaves a surplus", () => {
      const kept = [...created, sized(5, 5, 3), sized(3, 5, 5), sized(3, 8, 8)];

      expect(numberFor(kept)).toEqual({ least: 3, most: 3 });
    });

    it("has no maximum if an edit adds to the objects of earlier specs", () => {
      const added = [...created, sized(5, 8, 3), sized(3, 8, 5)];

      expect(numberFor(added)).toEqual({ least: 3, most: Infinity });
    });

    it("has no maximum before an edit has shown it", () => {
      expect(numberFor(created)).toEqual({ least: 3, most: Infinity });
    });

    it("has no maximum if no property of the spec states it", () => {
      const [all, paused] = [
        { size: 3, paused: true },
        { size: 5, paused: true },
      ];
      const ends = [
        sized(3, 3),
        sized(5, 5),
        { ...sized(3, 0), spec: all },
        { ...sized(3, 5, 5), spec: all },
        { ...sized(5, 0), spec: paused },
      ];

      expect(ownedNumber(ends, "Part", { spec: all, isEdited: true })).toEqual({
        least: 0,
        most: Infinity,
      });
    });

    it("is unknown if only edited objects had the spec, which may keep older objects", () => {
      expect(numberFor([sized(5, 5), sized(3, 8, 5)])).toBeUndefined();
    });

    it("is that of edited objects if their specs state it", () => {
      expect(numberFor([sized(5, 5), sized(3, 3, 5)])).toEqual({ least: 3, most: 3 });
    });

    it("counts objects that are never ready if their specs state the number", () => {
      const none = { ...sized(0, 0), status: { conditions: [condition("Ready", "False")] } };
      const ends = [sized(3, 3), sized(5, 5), none, sized(3, 5, 5)];

      expect(ownedNumber(ends, "Part", { spec: { size: 0 }, isEdited: true })).toEqual({
        least: 0,
        most: 0,
      });
    });
  });
});
