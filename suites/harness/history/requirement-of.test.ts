import { expect, it } from "vitest";
import { operationAnomalies, watchAnomalies } from "#checker";
import { isRequirementId } from "#contract";
import { anomaliesIn, requirementOf, requirementsIn } from "./requirement-of.ts";

const everything = { changes: { status: 1, spec: 1, remove: 1 }, watchers: 1 };

it("gives each anomaly a requirement that exists", () => {
  const types = anomaliesIn(everything);

  expect(types.length).toBe(
    Object.keys(operationAnomalies).length + Object.keys(watchAnomalies).length,
  );
  expect(types.filter((type) => !isRequirementId(requirementOf(type)))).toEqual([]);
});

it("requires nothing about watches or deletions if a workload has none", () => {
  const changes = { status: 1, spec: 1, remove: 0 };
  const asked = requirementsIn({ changes, watchers: 0 });

  expect(asked.filter((id) => id.startsWith("watch.") || id.startsWith("deletion."))).toEqual([]);
  expect(asked).toContain("concurrency.one-winner");
  expect(requirementsIn(everything)).toContain("deletion.nothing-comes-back");
});

it("names each requirement once", () => {
  const asked = requirementsIn(everything);

  expect(new Set(asked).size).toBe(asked.length);
});
