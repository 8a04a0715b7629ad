import { describe, expect, it } from "vitest";
import {
  accepted,
  openResults,
  refused,
  resourceAt,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { refusedSamplesChangeNothing } from "./refused-samples-change-nothing.ts";

const kept = accepted(resourceAt("2"));
const missing = refused("notFound");
const requirement = "isolation.refused-write-changes-nothing";

describe("a rejected write of a sample", () => {
  it.each([
    { what: "keeps the object", before: kept, after: kept, open: {} },
    { what: "keeps the name free", before: missing, after: missing, open: {} },
    {
      what: "was stored",
      before: kept,
      after: accepted(resourceAt("3")),
      open: { [requirement]: "violated" },
    },
    {
      what: "created the object",
      before: missing,
      after: kept,
      open: { [requirement]: "violated" },
    },
    {
      what: "deleted the object",
      before: kept,
      after: missing,
      open: { [requirement]: "violated" },
    },
  ])("$what", ({ before, after, open }) => {
    const trial = {
      before: stepWith(before, 1),
      attempt: stepWith(refused("internal"), 2),
      after: stepWith(after, 3),
      events: settledWith({ events: [] }),
    };

    expect(openResults(refusedSamplesChangeNothing.judge([trial], strictTarget))).toEqual(open);
  });

  it("counts no instance if there is none", () => {
    expect(refusedSamplesChangeNothing.judge([], strictTarget)).toMatchObject([
      { requirement, instances: 0, isIncidental: true },
      { requirement: "watch.nothing-for-refused", instances: 0, isIncidental: true },
    ]);
  });
});
