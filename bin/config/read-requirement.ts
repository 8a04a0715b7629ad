import { features, isExtensionRequirementId, isJsonObject } from "#contract";
import type { ExtensionRequirement } from "#contract";
import { namesProblem, problemsAmong, textProblem } from "./extension-problems.ts";
import type { Problem } from "./extension-problems.ts";

const levels: ReadonlySet<unknown> = new Set(["MUST", "SHOULD", "MAY"]);

export function requirementProblems(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return ["is not a requirement: create it with defineRequirement"];
  const { id, level, statement, reason, sources, features: needed } = value;
  return problemsAmong([
    idProblem(id),
    levels.has(level) ? undefined : "has no valid level: use MUST, SHOULD or MAY",
    textProblem("statement", statement),
    textProblem("reason", reason),
    sourcesProblem(sources),
    namesProblem("features", needed, Object.keys(features)),
  ]);
}

export function isRequirement(value: unknown): value is ExtensionRequirement {
  return requirementProblems(value).length === 0;
}

function idProblem(id: unknown): Problem {
  if (typeof id === "string" && isExtensionRequirementId(id)) return undefined;
  const meant =
    "an id has the form x-NAME.SLUG, with lowercase letters, digits and hyphens, e.g. x-acme.conflict-names-object";
  return typeof id === "string" ? `cannot have the id "${id}": ${meant}` : `has no id: ${meant}`;
}

function sourcesProblem(sources: unknown): Problem {
  const isRight =
    Array.isArray(sources) &&
    sources.length > 0 &&
    sources.every(
      (source: unknown) =>
        isJsonObject(source) &&
        textProblem("title", source["title"]) === undefined &&
        textProblem("at", source["at"]) === undefined,
    );
  return isRight
    ? undefined
    : 'has no sources: state where the rule comes from, e.g. [{ title: "House rules", at: "section 4" }]';
}
