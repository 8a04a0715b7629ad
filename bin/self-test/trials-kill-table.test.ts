import { expect, it } from "vitest";
import { isControllerRequirement, profiles, requirementIds } from "#contract";
import { faults } from "#reference";
import { faultyVariants } from "#reference/controller";
import { faultsFoundBy, killTable, scoreFor } from "#reports";
import { readSuite } from "../process/version.ts";
import { killTableOf } from "./trials-kill-table.ts";

it("the shipped table has every fault of this release, as declared", () => {
  const { version } = readSuite();
  const caught = new Map(
    killTable().faults.flatMap(({ name, caught: is }) => (is === undefined ? [] : [[name, is]])),
  );
  expect(killTable(), "npm run kill-table makes it anew").toEqual(killTableOf(version, caught));
});

it("returns the score of each side, and of no other release", () => {
  const { version } = readSuite();
  const tried = faults.filter(({ phase }) => phase !== "history");
  expect(scoreFor("graphql-status/v1", version)?.faults).toBe(tried.length);
  expect(scoreFor("controller/v1", version)?.faults).toBe(faultyVariants.length);
  expect(scoreFor("graphql-status/v1", "99.0.0")).toBeUndefined();
});

it("has at least one fault for each MUST that the reference can break", () => {
  const musts = requirementIds.filter((id) => profiles["graphql-status/v1"][id] === "MUST");
  const found = musts.filter((id) => !isControllerRequirement(id) && faultsFoundBy(id) > 0);
  expect(found.length).toBeGreaterThan(100);
});
