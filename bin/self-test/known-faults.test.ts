import { expect, it } from "vitest";
import type { RequirementId } from "#contract";
import { faults } from "#reference";
import { causesOf } from "#verdicts";
import type { Cause } from "#verdicts";

function causesOfAll(broken: Iterable<RequirementId>): readonly Cause[] {
  const kinds: ReadonlySet<string> = new Set();
  return causesOf(
    faults,
    [...new Set(broken)].toSorted().map((requirement) => ({ requirement, kinds })),
  );
}

it.each(faults)("a run on the fault $name has one cause", ({ name, breaks }) => {
  const [first, ...others] = causesOfAll(breaks);

  expect(others).toEqual([]);
  expect(first?.lead).toBe(breaks[0]);
  expect([name, undefined]).toContain(first?.fault?.name);
});

it("a run on two faults names both in four cases of five", () => {
  const pairs = faults.flatMap((one, i) =>
    faults.slice(i + 1).map((other) => [one, other] as const),
  );
  // Where they break the same, one hides the other.
  const apart = pairs.filter(([one, other]) => !one.breaks.some((id) => other.breaks.includes(id)));
  const told = apart.filter(([one, other]) => {
    const causes = causesOfAll([...one.breaks, ...other.breaks]);
    const leads = new Set(causes.map(({ lead }) => lead));
    return (
      causes.length === 2 && [one, other].every(({ breaks: [lead] }) => lead && leads.has(lead))
    );
  });

  expect(told.length / apart.length).toBeGreaterThan(0.8);
});
