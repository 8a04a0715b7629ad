import { expect, it } from "vitest";
import { pickFaults } from "./picked-variants.ts";
import { faults } from "#reference";
import { trialOptions } from "./fault-trial.ts";

const searched = "fifth-no-op-takes-version";
const scripted = "recreated-object-inherits-status";

function phasesOf(...names: readonly string[]): ReadonlySet<string> {
  const { checks = [] } = trialOptions(pickFaults(names, faults));
  return new Set(checks.map(({ phase = "scenario" }) => phase));
}

it("a fault that a search finds does not exclude scenarios for another one", () => {
  expect([...phasesOf(searched)]).toEqual(["property"]);
  expect([...phasesOf(scripted)]).toEqual(["scenario"]);
  expect([...phasesOf(searched, scripted)].toSorted()).toEqual(["property", "scenario"]);
  expect(trialOptions(pickFaults([searched, scripted], faults)).checks).toEqual(
    expect.arrayContaining([...(trialOptions(pickFaults([scripted], faults)).checks ?? [])]),
  );
});
