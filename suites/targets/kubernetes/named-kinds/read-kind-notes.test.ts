import { describe, expect, it } from "vitest";
import { readKindNotes } from "./read-kind-notes.ts";

const whole = `
gears.example.com:
  specs: [{ teeth: 8 }, { teeth: 9 }, { teeth: 10 }]
  statuses: [{ turns: 1 }, { turns: 2 }, { turns: 3 }]
  counter: turns
  invalidStatuses:
    - { status: { turns: -1 }, field: status.turns, defect: fewer than none }
  statusMetadata: [annotations]
  unsetAsZero: [turns]
  takesVersionlessReplacement: true
deployments.apps:
  isControlled: false
`;

describe("readKindNotes", () => {
  it("reads notes about kinds", () => {
    const reading = readKindNotes(whole);

    expect(reading).toMatchObject({ isRead: true });
    expect(reading.isRead && reading.kinds.get("deployments.apps")).toEqual({
      isControlled: false,
    });
    expect(reading.isRead && reading.kinds.get("gears.example.com")).toMatchObject({
      samples: { counter: "turns", specs: [{ teeth: 8 }, { teeth: 9 }, { teeth: 10 }] },
      statusMetadata: ["annotations"],
      unsetAsZero: ["turns"],
      takesVersionlessReplacement: true,
    });
  });

  it.each([
    ["", "the file must be a mapping whose keys are names of kinds, such as deployments.apps"],
    ["- a", "the file must be a mapping whose keys are names of kinds, such as deployments.apps"],
    ["a: [", "invalid YAML"],
    ["Gear: {}", "Gear: not the name of a kind, such as deployments.apps"],
    ["gears: 5", "gears: expected a mapping"],
    ["gears: { sepcs: [] }", "gears: unknown property sepcs; known properties: specs, statuses"],
    ["gears: { isControlled: maybe }", "gears.isControlled: expected true or false"],
    ["gears: { statusMetadata: [uid] }", "gears.statusMetadata: each must be one of annotations,"],
    ["gears: { unsetAsZero: 1 }", "gears.unsetAsZero: expected a list"],
    ["gears: { counter: n }", "gears.specs: expected a list"],
    [
      "gears: { specs: [{}, {}, {}], statuses: [], counter: n }",
      "gears.specs: needs three different values, but has 1",
    ],
  ])("says what is wrong with %j", (text, problem) => {
    const reading = readKindNotes(text);

    expect(reading.isRead ? [] : reading.problems.join("\n")).toContain(problem);
  });
});
