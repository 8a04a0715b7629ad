import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { SpecEdits } from "./single-properties.ts";

const current: JsonObject = { image: "a", paused: false, replicas: 1 };
const wanted: JsonObject = { image: "b", replicas: 2, tier: "x" };

function editsOf(spec = current): SpecEdits {
  const edits = new SpecEdits();
  edits.stored(spec);
  return edits;
}

it("change one property from the start or the end, or nothing if fewer properties differ", () => {
  const edits = editsOf();

  expect(edits.changeable(wanted)).toEqual(wanted);
  expect(edits.single(wanted, 0)).toEqual({ ...current, image: "b" });
  expect(edits.single(wanted, 1)).toEqual({ image: "a", replicas: 1 });
  expect(edits.single(wanted, -1)).toEqual({ ...current, tier: "x" });
  expect(edits.single(wanted, 4)).toBeUndefined();
  expect(editsOf(wanted).single(wanted, 0)).toBeUndefined();
});

it("change the next property as well after a rejection", () => {
  const edits = editsOf();
  edits.refused({ ...current, image: "b" }, 0);

  expect(edits.single(wanted, 0)).toEqual({ image: "b", replicas: 1 });
  expect(edits.single(wanted, -1)).toEqual({ ...current, image: "b", tier: "x" });
});

it("keep a property that cannot change, neither alone nor with the next one", () => {
  const edits = editsOf();
  edits.refused({ ...current, image: "b" }, 0);
  edits.refused({ image: "b", replicas: 1 }, 0);

  expect(edits.single(wanted, 0)).toEqual({ image: "a", replicas: 1 });
  expect(edits.changeable(wanted)).toEqual({ ...wanted, image: "a" });
});

it("keep no property after the rejection of a whole spec", () => {
  const edits = editsOf();
  edits.refused({ ...current, image: "b" }, 0);
  edits.refused(wanted);
  edits.refused(wanted);

  expect(edits.single(wanted, 0)).toEqual({ ...current, image: "b" });
  expect(edits.changeable(wanted)).toEqual(wanted);
});
