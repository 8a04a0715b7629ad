import { expect, it } from "vitest";
import { faultyVariants } from "#reference/controller";
import { controllerChecks, scriptedScenarios } from "#wings/controllers";

const checks = new Map(controllerChecks().map((check) => [check.id, check]));

/** Returns the requirements that are undecided if the scenario has no result. */
function decidedIn(scenario: string): readonly string[] {
  const check = checks.get(`controllers/${scenario}`);
  return check?.decides ?? check?.covers ?? [];
}

it.each(faultyVariants)(
  "without the scenarios that find $name, the requirement that it breaks is undecided",
  ({ breaks, scenarios }) => {
    for (const scenario of scenarios) expect(decidedIn(scenario), scenario).toContain(breaks[0]);
  },
);

it("a scenario that has no result leaves requirements that others exercise decided", () => {
  const narrow = scriptedScenarios.filter(({ name }) => {
    const { covers = [] } = checks.get(`controllers/${name}`) ?? {};
    return decidedIn(name).length < covers.length / 2;
  });

  expect(narrow.length).toBeGreaterThan(40);
});
