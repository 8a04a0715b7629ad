import type { Feature } from "#contract";
import type { KindDescription } from "#targets";
import { expect, it } from "vitest";
import { plainKind } from "../../suites/targets/port/plain-kind.fixture.ts";
import { withLooseConditions } from "./check-controller.ts";

const feature: Feature = "status.conditions";

function kindWith(
  status: KindDescription["samples"]["statuses"][number],
  more: Partial<KindDescription> = {},
): KindDescription {
  const samples = { specs: [], statuses: [status], counter: "", invalidStatuses: [] };
  return plainKind("Gear", { samples, lacks: [feature], ...more });
}

const loose = { conditions: [{ type: "Ready", status: "True" }] };

function featuresWith(kind: KindDescription, protocol: "graphql" | "kubernetes"): unknown {
  const { features, kinds } = withLooseConditions({ protocol, features: [], kinds: [kind] });
  return { features, lacks: kinds[0]?.lacks };
}

it("tests readiness by conditions whose form the schema of an API server leaves open", () => {
  expect(featuresWith(kindWith(loose), "kubernetes")).toEqual({ features: [feature], lacks: [] });
});

it.each([
  { why: "has none", kind: kindWith({ phase: "a" }), protocol: "kubernetes" },
  {
    why: "is withdrawn",
    kind: kindWith(loose, { unsupported: [feature] }),
    protocol: "kubernetes",
  },
  { why: "is declared", kind: kindWith(loose), protocol: "graphql" },
] as const)("does not test readiness if the kind $why", ({ kind, protocol }) => {
  expect(featuresWith(kind, protocol)).toEqual({ features: [], lacks: [feature] });
});
