import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { ownGroup } from "./own-kinds.ts";
import type { RestRequest } from "./rest-request.ts";

export interface AccessRule {
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const reviewed = "authorization.k8s.io";
const permissions = "rbac.authorization.k8s.io";

/**
 * The permissions of a run's administrator. To grant a permission to a role, an administrator must have either the
 * permission itself or the verb `escalate`.
 */
export function administratorRules(options: {
  readonly impersonates: boolean;
  readonly definesKinds: boolean;
}): readonly AccessRule[] {
  const definitions = rule(
    "apiextensions.k8s.io",
    "customresourcedefinitions",
    "create get update delete",
  );
  return [
    ...(options.definesKinds ? [definitions] : []),
    rule("", "namespaces", "create get delete"),
    rule(permissions, "clusterroles", "create get delete escalate bind"),
    rule(permissions, "clusterrolebindings", "create get delete"),
    rule(permissions, "rolebindings", "create get delete"),
    rule(reviewed, "subjectaccessreviews", "create"),
    ...(options.definesKinds ? [rule(ownGroup, "*", "get list")] : []),
    ...(options.impersonates ? [rule("", "users", "impersonate")] : []),
  ];
}

function rule(group: string, resource: string, verbs: string): AccessRule {
  return { group, resources: [resource], verbs: verbs.split(" ") };
}

/** Sends a request as the administrator. Resolves with the body, if any. */
export type Ask = (request: RestRequest) => Promise<JsonValue | undefined>;

/**
 * Resolves with the rules that the server reports as missing. If there is no response, assumes that the permissions
 * exist: the server denies a request without permission later.
 */
export async function missingRules(
  rules: readonly AccessRule[],
  ask: Ask,
): Promise<readonly AccessRule[]> {
  const checked = await Promise.all(
    rules.map(async (wanted) => {
      const answers = await Promise.all(wanted.verbs.map((verb) => isDenied(wanted, verb, ask)));
      return { ...wanted, verbs: wanted.verbs.filter((_, index) => answers[index] === true) };
    }),
  );
  return checked.filter(({ verbs }) => verbs.length > 0);
}

async function isDenied(
  { group, resources }: AccessRule,
  verb: string,
  ask: Ask,
): Promise<boolean> {
  const answer = await ask({
    method: "POST",
    path: `/apis/${reviewed}/v1/selfsubjectaccessreviews`,
    query: {},
    contentType: "application/json",
    body: {
      apiVersion: `${reviewed}/v1`,
      kind: "SelfSubjectAccessReview",
      spec: { resourceAttributes: { group, resource: resources[0] ?? "", verb } },
    },
  });
  const status: JsonObject =
    isJsonObject(answer) && isJsonObject(answer["status"]) ? answer["status"] : {};
  return status["allowed"] === false;
}

export function printRules(rules: readonly AccessRule[]): string {
  const lines = rules.flatMap(({ group, resources, verbs }) => [
    `  - apiGroups: [${JSON.stringify(group)}]`,
    `    resources: [${resources.map((name) => JSON.stringify(name)).join(", ")}]`,
    `    verbs: [${verbs.join(", ")}]`,
  ]);
  return [
    "apiVersion: rbac.authorization.k8s.io/v1",
    "kind: ClusterRole",
    "metadata:",
    "  name: status-conformance",
    "rules:",
    ...lines,
  ].join("\n");
}
