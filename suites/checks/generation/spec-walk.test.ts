import { expect, it } from "vitest";
import { nextInWalk } from "./spec-walk.ts";

const one = { floor: 1, mode: "AUTO", name: "a" };
const other = { floor: 2, mode: "ECO", name: "a" };

it("changes one field at a time, and each in turn", () => {
  const first = nextInWalk(one, [one, other], 0);
  expect(first).toEqual({ ...one, floor: 2 });
  const second = nextInWalk(first ?? {}, [one, other], 1);
  expect(second).toEqual({ ...one, floor: 2, mode: "ECO" });
  expect(nextInWalk(second ?? {}, [one, other], 2)).toEqual({ ...one, mode: "ECO" });
});

it("has no next spec if the samples do not differ", () => {
  expect(nextInWalk(one, [one, one], 0)).toBeUndefined();
});
