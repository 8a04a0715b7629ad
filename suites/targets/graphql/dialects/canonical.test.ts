import { describe, expect, it } from "vitest";
import { isIdentityName, identities, jsonEquals } from "#contract";
import type { JsonObject } from "#contract";
import { canonicalDialect } from "./canonical.ts";

const kinds = canonicalDialect.kinds.map((kind) => ({ name: kind.name, kind }));
const withStatus = kinds.filter(({ kind }) => kind.operations.updateStatus.length > 0);

describe("the canonical dialect", () => {
  it("has something to present for every role", () => {
    expect(Object.keys(canonicalDialect.identities).filter(isIdentityName).toSorted()).toEqual(
      Object.keys(identities).toSorted(),
    );
  });

  it("carries every verb of every kind by a typed and by a generic operation", () => {
    for (const { kind } of kinds) {
      for (const [verb, operations] of Object.entries(kind.operations)) {
        const expected = kind.name === "ConfigMap" && verb === "updateStatus" ? 0 : 2;
        expect(operations, `${verb} of ${kind.name}`).toHaveLength(expected);
      }
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

/** Every member that two samples share has another value in each. */
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
