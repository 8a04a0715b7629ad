import type { IdentityName, JsonObject, ObjectKey } from "#contract";
import type { Prerequisite } from "../../port/target.ts";
import { administeredKinds } from "./administered-kinds.ts";
import type { RestKind } from "./rest-kind.ts";

/** The roles with granted permissions. Other roles have no permissions, or no identity. */
export const grantedRoles = ["author", "controller", "reader", "tenant", "reporter"] as const;

export type GrantedRole = (typeof grantedRoles)[number];

export interface Grants {
  readonly users: Readonly<Partial<Record<GrantedRole, string>>>;
  readonly kinds: readonly RestKind[];
  readonly usualNamespace: string;
  readonly suffix: string;
}

const onObjects: Readonly<Record<GrantedRole, readonly string[]>> = {
  author: ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"],
  controller: ["get", "list", "watch"],
  reader: ["get", "list", "watch"],
  tenant: ["get", "list", "watch"],
  reporter: [],
};

const onStatus: Readonly<Record<GrantedRole, readonly string[]>> = {
  author: [],
  controller: ["get", "update", "patch"],
  reader: [],
  tenant: ["get", "update", "patch"],
  reporter: ["update", "patch"],
};

const onScale = ["get", "update", "patch"];

export function rolePrerequisites(grants: Grants): readonly Prerequisite[] {
  return grantedRoles.flatMap((role) => {
    const user = grants.users[role];
    if (user === undefined) return [];
    const name = `status-conformance-${role}-${grants.suffix}`;
    return [
      { key: { kind: administeredKinds.role, name }, spec: { rules: rulesOf(role, grants.kinds) } },
      { key: bindingKey(role, name, grants), spec: bindingTo(name, user) },
    ];
  });
}

export function rulesOf(role: GrantedRole, kinds: readonly RestKind[]): readonly JsonObject[] {
  const objects = onObjects[role];
  const statuses = onStatus[role];
  return kinds.flatMap(({ group, plural, hasScale, hasStatus }) => [
    ...(objects.length === 0 ? [] : [{ apiGroups: [group], resources: [plural], verbs: objects }]),
    ...(role === "author" && hasScale === true
      ? [{ apiGroups: [group], resources: [`${plural}/scale`], verbs: onScale }]
      : []),
    ...(statuses.length === 0 || !hasStatus
      ? []
      : [{ apiGroups: [group], resources: [`${plural}/status`], verbs: statuses }]),
  ]);
}

export function impersonatedUser(role: IdentityName): string {
  return `status-conformance:${role}`;
}

function bindingKey(role: GrantedRole, name: string, { usualNamespace }: Grants): ObjectKey {
  return role === "tenant"
    ? { kind: administeredKinds.namespacedBinding, namespace: usualNamespace, name }
    : { kind: administeredKinds.binding, name };
}

function bindingTo(role: string, user: string): JsonObject {
  return {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }],
  };
}
