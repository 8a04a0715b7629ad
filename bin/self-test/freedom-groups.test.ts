import { expect, it } from "vitest";
import { freedoms } from "#reference";
import type { Freedom } from "#reference";
import { explanationOf } from "./freedom-run.ts";
import { freedomGroups, judgedUnder } from "./freedom-groups.ts";
import { areCompatible } from "./freedom-sets.ts";
import { testedRequirements as requirements } from "./freedom-trial.ts";
import { seededRandom } from "./seeded-random.ts";

const some = freedoms.filter((_, index) => index % 3 === 0);

function groupsOf(seed: number): ReturnType<typeof freedomGroups> {
  return freedomGroups(some, { requirements, most: 8, random: seededRandom(seed) });
}

const groups = groupsOf(1);

it("tests each freedom with each requirement that it does not make inapplicable", () => {
  const untested = some.flatMap((freedom) => {
    const tested = new Set(
      groups
        .filter((group) => group.freedoms.includes(freedom))
        .flatMap((group) => group.open.filter((one) => !isMasked(one, freedom, group.freedoms))),
    );
    return [...judgedUnder(freedom, requirements)].filter((one) => !tested.has(one));
  });

  expect(untested).toEqual([]);
});

it("combines only compatible freedoms", () => {
  const clashes = groups.flatMap((group) =>
    group.freedoms.filter((one) =>
      group.freedoms.some((other) => other !== one && !areCompatible(one, other)),
    ),
  );

  expect(clashes).toEqual([]);
});

it("needs a fraction of the tests of separate runs", () => {
  const separate = some.reduce((sum, one) => sum + judgedUnder(one, requirements).size, 0);
  const together = groups.reduce((sum, { open }) => sum + open.length, 0);

  expect(together).toBeLessThan(separate / 3);
});

it("runs a freedom that affects every requirement separately", () => {
  const disturbing = freedoms.filter(({ disturbs }) => disturbs !== undefined);
  const crowd = [...some.slice(0, 6), ...disturbing];
  const found = freedomGroups(crowd, { requirements, most: 8, random: seededRandom(1) });
  const shared = found.filter((group) =>
    group.freedoms.some((one) => disturbing.includes(one) && group.freedoms.length > 1),
  );

  expect(disturbing.length).toBeGreaterThan(0);
  expect(shared).toEqual([]);
});

it("forms the same groups for the same seed, and others for another one", () => {
  expect(groupsOf(1)).toEqual(groups);
  expect(groupsOf(2)).not.toEqual(groups);
});

function isMasked(
  requirement: (typeof requirements)[number],
  freedom: Freedom,
  group: readonly Freedom[],
): boolean {
  const others = group.filter((other) => other !== freedom);
  return (["not-applicable", "inconclusive", "untestable"] as const).some((verdict) => {
    const result = { requirement, verdict };
    const because = explanationOf(result, others);
    return because !== undefined && explanationOf(result, []) === undefined;
  });
}
