import { faults } from "#reference";
import { hintsFor } from "#verdicts";
import { expect, it } from "vitest";

it.each(faults)("a run on the fault $name names first what the fault is about", ({ breaks }) => {
  const first = [...hintsFor(faults, breaks.toSorted())].find(([, { rank }]) => rank === 0);

  expect(first?.[0]).toBe(breaks[0]);
});
