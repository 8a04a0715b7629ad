import { describe, expect, it } from "vitest";
import { isIdentityName, identities, jsonEquals } from "#contract";
import type { JsonObject } from "#contract";
import type { Operation } from "./dialect-operations.ts";
import { forRun } from "./definitions.ts";
import { valueAt } from "../schema/paths.ts";
import { canonicalDialect } from "./canonical.ts";

const runtimeKinds = canonicalDialect.definitions?.objects.map(({ serves }) => serves) ?? [];
const kinds = [...canonicalDialect.kinds, ...runtimeKinds].map((kind) => ({
  name: kind.name,
  kind,
}));
const genericModes = ["partial", "replace", "partial", "replace", "apply"];
const withStatus = kinds.filter(({ kind }) => kind.operations.updateStatus.length > 0);

describe("the canonical dialect", () => {
  it("has something to present for every role", () => {
    expect(Object.keys(canonicalDialect.identities).filter(isIdentityName).toSorted()).toEqual(
      Object.keys(identities).toSorted(),
    );
  });

  it("carries every verb of its own kinds by a typed and by a generic operation", () => {
    for (const { name, operations } of canonicalDialect.kinds) {
      const { updateStatus, patchStatus, ...others } = operations;
      for (const [verb, list] of Object.entries(others)) {
        expect(list, `${verb} of ${name}`).toHaveLength(2);
      }
      const modes = updateStatus.map(({ statusMode }) => statusMode);
      const isWithoutStatus = name === "ConfigMap";
      expect(modes).toEqual(isWithoutStatus ? [] : ["partial", ...genericModes]);
      expect(patchStatus).toHaveLength(isWithoutStatus ? 0 : 1);
    }
  });

  it("supports kinds of the run by generic operations only", () => {
    expect(runtimeKinds.map(({ name }) => name)).toEqual(["Widget", "WidgetD", "Gadget"]);
    for (const { name, operations } of runtimeKinds) {
      const { create, read, list, update, updateStatus, patchStatus, watch } = operations;
      const reading: readonly Operation[] = [...read, ...list, ...watch];
      const writing: readonly Operation[] = [...create, ...update, ...operations.delete];
      const all = [...reading, ...writing, ...updateStatus, ...patchStatus];
      const ids = all.map(({ field }) => field);
      expect(ids.filter((field) => !/[rR]esource/u.test(field))).toEqual([]);
      const modes = updateStatus.map(({ statusMode }) => statusMode);
      expect(modes).toEqual(name === "Gadget" ? [] : genericModes);
    }
  });

  it("has kinds to test, each with different definitions", () => {
    const { definitions } = forRun(canonicalDialect, "xyz");
    const trials = definitions?.trials ?? [];

    expect(new Set(trials.map(({ name }) => name)).size).toBeGreaterThanOrEqual(5);
    for (const trial of trials) {
      const { plain, withStatus: usual, tightened } = trial.definitions;
      expect(trial.name).toBe(`${trial.serves.name.toLowerCase()}sxyz.example.com`);
      expect([plain["kind"], tightened["kind"]]).toEqual([trial.serves.literal, usual["kind"]]);
      expect([plain["subresources"], usual["subresources"]]).toEqual([undefined, { status: {} }]);
      expect(mostSizeIn(usual)).toBeGreaterThanOrEqual(lastSize(trial.serves.samples.specs));
      expect(mostSizeIn(tightened)).toBeLessThan(lastSize(trial.serves.samples.specs));
      expect(trial.serves.samples.statuses.some((status) => trial.defaulted in status)).toBe(false);
    }
  });

  it.each(kinds)("has three specs for $name that differ in every member", ({ kind }) => {
    expect(kind.samples.specs.length).toBeGreaterThanOrEqual(3);
    expectDifferent(kind.samples.specs);
  });

  it.each(withStatus)("has three statuses for $name that differ in every member", ({ kind }) => {
    const { statuses, counter } = kind.samples;
    expect(statuses.length).toBeGreaterThanOrEqual(3);
    expectDifferent(statuses);
    const members = statuses.map((status) => Object.keys(status).toSorted());
    expect(new Set(members.map(String)).size).toBe(1);
    expect(members[0]).toContain(counter);
  });

  it.each(withStatus)("has invalid statuses for $name with one defect each", ({ kind }) => {
    const { statuses, invalidStatuses } = kind.samples;
    expect(invalidStatuses.length).toBeGreaterThanOrEqual(4);
    for (const { status, field } of invalidStatuses) {
      const changed = Object.keys(status).filter(
        (member) => !jsonEquals(status[member], statuses[0]?.[member]),
      );
      expect(changed).toEqual([/^status\.(\w+)/u.exec(field)?.[1]]);
    }
  });
});

function expectDifferent(samples: readonly JsonObject[]): void {
  for (const [index, sample] of samples.entries()) {
    for (const other of samples.slice(index + 1)) {
      const same = Object.keys(sample).filter((member) =>
        jsonEquals(sample[member], other[member]),
      );
      expect(same).toEqual([]);
    }
  }
}

function mostSizeIn(definition: JsonObject): number {
  return Number(valueAt(definition, "schema.properties.spec.properties.size.maximum"));
}

function lastSize(specs: readonly JsonObject[]): number {
  return Number(specs.at(-1)?.["size"]);
}
