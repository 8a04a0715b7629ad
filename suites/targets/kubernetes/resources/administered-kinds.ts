import type { RestKind } from "./rest-kind.ts";

export const administeredKinds = {
  definition: "CustomResourceDefinition",
  namespace: "Namespace",
  role: "ClusterRole",
  binding: "ClusterRoleBinding",
  namespacedBinding: "RoleBinding",
} as const;

const noSamples = { specs: [], statuses: [], counter: "", invalidStatuses: [] };

const permissions = {
  group: "rbac.authorization.k8s.io",
  version: "v1",
  body: "root",
} as const;

export const administeredRestKinds: readonly RestKind[] = [
  administered(administeredKinds.definition, {
    plural: "customresourcedefinitions",
    group: "apiextensions.k8s.io",
    version: "v1",
    body: "spec",
  }),
  administered(administeredKinds.namespace, {
    plural: "namespaces",
    group: "",
    version: "v1",
    body: "spec",
  }),
  administered(administeredKinds.role, { ...permissions, plural: "clusterroles" }),
  administered(administeredKinds.binding, { ...permissions, plural: "clusterrolebindings" }),
  {
    ...administered(administeredKinds.namespacedBinding, {
      ...permissions,
      plural: "rolebindings",
    }),
    scope: "namespaced",
  },
];

function administered(
  literal: string,
  served: Pick<RestKind, "body" | "group" | "plural" | "version">,
): RestKind {
  return {
    ...served,
    name: literal,
    literal,
    scope: "cluster",
    namespaces: [],
    hasStatus: false,
    samples: noSamples,
    isRuntime: false,
    isAdministered: true,
  };
}
