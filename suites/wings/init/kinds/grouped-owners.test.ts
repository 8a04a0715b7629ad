import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

/** Two versions of an API group, as a gateway to Kubernetes serves them, and a group with a similar kind. */
const groups = [
  { name: "autoscaling", version: "v1", type: "Scaler", kind: "Scaler" },
  { name: "autoscaling", version: "v2", type: "AutoscalingV2Scaler", kind: "Scaler" },
  { name: "core", version: "v1", type: "ScalerPod", kind: "Pod" },
  { name: "core", version: "v1", type: "Pod", kind: "BarePod" },
] as const;

function typesOf({ type }: (typeof groups)[number]): string {
  return `
    type ${type} { name: String! namespace: String! resourceVersion: String! spec: ${type}Spec! status: ${type}Status }
    type ${type}Spec { size: Int } type ${type}Status { ready: Int }
    input ${type}SpecInput { size: Int } input ${type}StatusInput { ready: Int }
  `;
}

function rootsOf(at: (typeof groups)[number][], suffix: string): string {
  const key = "namespace: String!, name: String!";
  const reads = at.map(
    ({ kind, type }) => `${kind}(${key}): ${type} ${kind}s(namespace: String!): [${type}!]!`,
  );
  const writes = at.map(
    ({ kind, type }) => `
      create${kind}(${key}, spec: ${type}SpecInput!): ${type}
      update${kind}(${key}, resourceVersion: String!, spec: ${type}SpecInput!): ${type}
      update${kind}Status(${key}, resourceVersion: String!, status: ${type}StatusInput!): ${type}
      delete${kind}(${key}): Boolean
    `,
  );
  return `type Query${suffix} { ${reads.join(" ")} } type Mutation${suffix} { ${writes.join(" ")} }`;
}

it("takes a deletion from the group of its kind, with the name that the other mutations have", () => {
  const places = [...new Set(groups.map(({ name, version }) => `${name}_${version}`))];
  const inPlace = (place: string): (typeof groups)[number][] =>
    groups.filter(({ name, version }) => `${name}_${version}` === place);
  const schema = buildSchema(`
    ${groups.map(typesOf).join("")}
    ${places.map((place) => rootsOf(inPlace(place), place)).join("")}
    ${["Query", "Mutation"]
      .map(
        (root) => `
          type ${root} { autoscaling: ${root}autoscaling core: ${root}core }
          type ${root}autoscaling { v1: ${root}autoscaling_v1 v2: ${root}autoscaling_v2 }
          type ${root}core { v1: ${root}core_v1 }
        `,
      )
      .join("")}
  `);
  const { dialect } = inferDialect(schema, { name: "gateway" });
  const deletions = dialect.kinds.map(({ name, operations }) => [
    name,
    operations.delete.map(({ field }) => field),
  ]);

  expect(Object.fromEntries(deletions)).toEqual({
    Scaler: ["autoscaling.v1.deleteScaler"],
    AutoscalingV2Scaler: ["autoscaling.v2.deleteScaler"],
    ScalerPod: ["core.v1.deletePod"],
    Pod: ["core.v1.deleteBarePod"],
  });
});
