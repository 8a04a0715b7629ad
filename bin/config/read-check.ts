import { features, identities, isJsonObject, isRequirementId, operationVerbs } from "#contract";
import type { AnyCheck, CheckScope } from "#harness";
import { suggest } from "../options/suggest-names.ts";
import { functionProblem, namesProblem, problemsAmong, textProblem } from "./extension-problems.ts";
import type { Problem } from "./extension-problems.ts";

const scopes: Readonly<Record<CheckScope, true>> = {
  target: true,
  kind: true,
  "status-write": true,
  "kind-without-status": true,
};

const pattern = /^x-[a-z\d]+(?:-[a-z\d]+)*\/[a-z\d]+(?:-[a-z\d]+)*$/u;

export function checkProblems(value: unknown, ids: readonly string[]): readonly string[] {
  if (!isJsonObject(value)) return ["is not a check: create it with defineCheck"];
  const { id, title, covers, scope, phase, features: needed, identities: roles } = value;
  return problemsAmong([
    idProblem(id),
    textProblem("title", title),
    ...coversProblems(covers, ids),
    typeof scope === "string" && Object.hasOwn(scopes, scope)
      ? undefined
      : `has no valid scope: use one of ${Object.keys(scopes).join(", ")}`,
    phase === undefined || phase === "scenario"
      ? undefined
      : "has a phase other than scenario: extensions can only add scenarios",
    namesProblem("features", needed, Object.keys(features)),
    namesProblem("identities", roles, Object.keys(identities)),
    namesProblem("verbs", value["verbs"], operationVerbs),
    namesProblem("statusModes", value["statusModes"], ["partial", "replace", "apply"]),
    functionProblem("drive", value["drive"]),
    functionProblem("judge", value["judge"]),
  ]);
}

/** Whether a value has the shape of a check. {@link checkProblems} validates its content. */
export function isCheck(value: unknown): value is AnyCheck {
  return (
    isJsonObject(value) && typeof value["drive"] === "function" && Array.isArray(value["covers"])
  );
}

function idProblem(id: unknown): Problem {
  if (typeof id === "string" && pattern.test(id)) return undefined;
  const meant =
    "an id has the form x-NAME/SLUG, with lowercase letters, digits and hyphens, e.g. x-acme/conflicts";
  return typeof id === "string" ? `cannot have the id "${id}": ${meant}` : `has no id: ${meant}`;
}

function coversProblems(covers: unknown, ids: readonly string[]): readonly Problem[] {
  if (!Array.isArray(covers) || covers.length === 0) {
    return ["covers nothing: list the requirements that it checks"];
  }
  return covers.map((covered: unknown) => {
    const name = String(covered);
    if (ids.includes(name)) return undefined;
    return isRequirementId(name)
      ? `covers ${name}, a requirement of a profile: an extension can only check its own requirements`
      : `covers ${name}, but there is no such requirement. ${suggest(name, ids, "Declare it with defineRequirement.")}`;
  });
}
