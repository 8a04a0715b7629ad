import type { IdentityName } from "#contract";
import type { Excuses } from "../../port/target.ts";
import { resourcesOf, textsIn } from "../named-kinds/discovery.ts";
import type { Ask } from "../resources/administrator-rules.ts";

/** The facilities of a server other than the tested kinds. */
export interface ServerFacilities {
  /** Whether a namespace is an object that must exist. Otherwise, a namespace is only a part of the name. */
  readonly hasNamespaces: boolean;
  /** Whether permissions can be granted to users. */
  readonly grantsPermissions: boolean;
}

export const allFacilities: ServerFacilities = { hasNamespaces: true, grantsPermissions: true };

/** Finds out which resources a server lacks. Only 404 shows that a resource is missing. */
export async function findFacilities(discover: Ask): Promise<ServerFacilities> {
  const [hasNamespaces, grantsPermissions] = await Promise.all([
    findNamespaces(discover),
    isServed("/apis/rbac.authorization.k8s.io/v1/clusterroles", discover),
  ]);
  return { hasNamespaces, grantsPermissions };
}

/** A server may create namespaces, but not list them. Its discovery then contains them. */
async function findNamespaces(discover: Ask): Promise<boolean> {
  if (await isServed("/api/v1/namespaces", discover)) return true;
  const core = { method: "GET", path: "/api/v1", query: {} } as const;
  const listed = await discover(core).catch(() => undefined);
  return resourcesOf(listed).some(
    ({ name, verbs }) => name === "namespaces" && textsIn(verbs).includes("create"),
  );
}

async function isServed(path: string, discover: Ask): Promise<boolean> {
  try {
    return (await discover({ method: "GET", path, query: { limit: "1" } })) !== undefined;
  } catch {
    return true;
  }
}

/** The roles that the administrator can play, because checks use them for requests that are permitted. */
export const playableRoles = ["author", "controller", "reader"] as const;

export type PlayableRole = (typeof playableRoles)[number];

const limitsOfRoles: Readonly<Record<PlayableRole, readonly (keyof Excuses)[]>> = {
  author: [
    "authorization.author-cannot-write-status",
    "authorization.author-needs-no-status-permission",
    "allocation.author-cannot-forge",
  ],
  controller: [
    "authorization.controller-cannot-write-spec",
    "authorization.controller-needs-no-spec-permission",
  ],
  reader: ["authorization.reader-cannot-write"],
};

/** Requirements on several roles. Their checks send requests that must be denied for all of these roles. */
const limitsOfAll: readonly (keyof Excuses)[] = [
  "authorization.before-version-and-validation",
  "authorization.watch-is-authorized",
];

/** Excuses the requirements on roles that the administrator plays. */
export function excusesOfPlayed(roles: readonly PlayableRole[]): Excuses {
  return excusesOf(roles, `${noGrants}; the administrator plays ${roles.join(", ")}`);
}

/** Excuses the requirements on the permissions of roles. */
export function excusesOf(roles: readonly PlayableRole[], reason: string): Excuses {
  const ids = roles.flatMap((role) => limitsOfRoles[role]);
  const shared = roles.length === 0 ? [] : limitsOfAll;
  return Object.fromEntries([...ids, ...shared].map((id) => [id, reason]));
}

const noGrants = "the server has no API to grant permissions";

/** The reason why a server has no such role, for roles that only a grant can create. */
export function absentRoles(
  roles: readonly IdentityName[],
): Readonly<Partial<Record<IdentityName, string>>> {
  return Object.fromEntries(roles.map((role) => [role, noGrants]));
}

/** States how a run without some facilities differs. */
export function describeFacilities(
  { hasNamespaces, grantsPermissions }: ServerFacilities,
  played: readonly PlayableRole[],
): readonly string[] {
  return [
    ...(hasNamespaces
      ? []
      : ["the server has no namespaces to create, so the run uses new namespace names only"]),
    ...(grantsPermissions || played.length === 0
      ? []
      : [
          `${noGrants}, so the administrator also plays ${played.join(", ")}, and requirements on their permissions are not tested; --identity ROLE=env:VARIABLE passes the token of a role`,
        ]),
  ];
}
