import {
  features,
  identities,
  isExtensionRequirementId,
  isJsonObject,
  isRequirementId,
  operationVerbs,
  requirementIds,
} from "#contract";
import type { ExtensionRequirement } from "#contract";
import { UsageError } from "../process/program-errors.ts";
import { pagePath } from "../process/page-path.ts";
import type { Extensions } from "./extension-parts.ts";
import { guardedCheck } from "./guarded-check.ts";
import type { Fault } from "#reference";
import type { AnyCheck, CheckScope } from "#harness";
import { suggest } from "../options/suggest-names.ts";

export interface FoundExtension {
  readonly place: string;
  readonly value: unknown;
}

export interface ReadingExtensions {
  readonly path: string;
  /** File names in errors are relative to this folder. */
  readonly folder: string;
}

interface Part {
  readonly place: string;
  readonly value: unknown;
}

/**
 * Validates the extensions of a configuration.
 *
 * @throws UsageError that lists every validation error, with its path and the expected value.
 */
export function readExtensions(
  found: readonly FoundExtension[],
  { path, folder }: ReadingExtensions,
): Extensions {
  const problems: string[] = [];
  const partsOf = (name: "requirements" | "checks" | "faults"): readonly Part[] =>
    found.flatMap((one) => listIn(one, name, problems));
  const requirements = partsOf("requirements");
  const ids = requirements.flatMap(({ value }) => idIn(value, "id"));
  const checks = partsOf("checks");
  const faults = partsOf("faults");
  const report = ({ place }: Part, texts: readonly string[]): void => {
    problems.push(...texts.map((text) => `${place} ${text}`));
  };
  for (const part of requirements) report(part, requirementProblems(part.value));
  for (const part of checks) report(part, checkProblems(part.value, ids));
  for (const part of faults) report(part, faultProblems(part.value, ids));
  problems.push(
    ...repeated(requirements, "id"),
    ...repeated(checks, "id"),
    ...repeated(faults, "name"),
    ...unchecked(ids, checks),
  );
  if (problems.length > 0) throw notInOrder(path, problems);
  return {
    requirements: valuesOf(requirements, isRequirement).map(plainRequirement),
    checks: valuesOf(checks, isCheck).map((check) => guardedCheck(check, folder)),
    faults: valuesOf(faults, isFault),
  };
}

function notInOrder(path: string, problems: readonly string[]): UsageError {
  return new UsageError([`invalid extensions in ${path}:`, ...problems.map((one) => `  ${one}`)], {
    fix: `${pagePath("docs/extending.md")} shows a valid extension.`,
  });
}

function listIn(
  { place, value }: FoundExtension,
  name: "requirements" | "checks" | "faults",
  problems: string[],
): readonly Part[] {
  if (!isJsonObject(value)) {
    if (name === "requirements") problems.push(`${place} is not an extension: ${extensionForm}`);
    return [];
  }
  const list: unknown = value[name];
  if (list === undefined && name === "faults") return [];
  if (!Array.isArray(list)) {
    problems.push(`${place}.${name} is not a list: ${extensionForm}`);
    return [];
  }
  return list.map((item: unknown, index) => ({ place: `${place}.${name}[${index}]`, value: item }));
}

const extensionForm = "an extension has lists of requirements, checks and (optionally) faults";

function idIn(value: unknown, name: "id" | "name"): readonly string[] {
  const id = isJsonObject(value) ? value[name] : undefined;
  return typeof id === "string" ? [id] : [];
}

function repeated(parts: readonly Part[], name: "id" | "name"): readonly string[] {
  const first = new Map<string, string>();
  return parts.flatMap(({ place, value }) =>
    idIn(value, name).flatMap((id) => {
      const earlier = first.get(id);
      if (earlier === undefined) first.set(id, place);
      return earlier === undefined
        ? []
        : [`${place} has the same ${name} ${id} as ${earlier}: choose another ${name}`];
    }),
  );
}

/** Finds requirements without a check, which could never pass. */
function unchecked(ids: readonly string[], checks: readonly Part[]): readonly string[] {
  const covered = new Set<unknown>(
    checks.flatMap(({ value }) => {
      const covers: unknown = isJsonObject(value) ? value["covers"] : undefined;
      return Array.isArray(covers) ? covers : [];
    }),
  );
  return [...new Set(ids)]
    .filter((id) => !covered.has(id))
    .map((id) => `no check covers ${id}: add it to a check's \`covers\` property`);
}

function valuesOf<Value>(
  parts: readonly Part[],
  isOne: (value: unknown) => value is Value,
): readonly Value[] {
  return parts.map(({ value }) => value).filter(isOne);
}

/** Copies only the known properties, because requirements are part of every record. */
function plainRequirement(requirement: ExtensionRequirement): ExtensionRequirement {
  const { id, level, statement, reason, sources } = requirement;
  return {
    id,
    level,
    statement,
    reason,
    sources: sources.map(({ title, at }) => ({ title, at })),
    ...(requirement.features === undefined ? {} : { features: requirement.features }),
  };
}

const faultNamePattern = /^x-[a-z\d]+(?:-[a-z\d]+)+$/u;

function faultProblems(value: unknown, ids: readonly string[]): readonly string[] {
  if (!isJsonObject(value)) return ["is not a fault: create it with defineFault"];
  const { name, summary, breaks, phase, change } = value;
  return problemsAmong([
    nameProblem(name),
    textProblem("summary", summary),
    Array.isArray(breaks) && breaks.length > 0
      ? namesProblem("breaks", breaks, [...ids, ...requirementIds])
      : "breaks nothing: list the requirements that it breaks, the most direct one first",
    phase === undefined || phase === "scenario"
      ? undefined
      : "has a phase other than scenario: extensions can only add scenarios",
    functionProblem("change", change),
  ]);
}

/** Whether a value has the shape of a fault. {@link faultProblems} validates its content. */
function isFault(value: unknown): value is Fault {
  return (
    isJsonObject(value) && typeof value["change"] === "function" && Array.isArray(value["breaks"])
  );
}

function nameProblem(name: unknown): Problem {
  if (typeof name === "string" && faultNamePattern.test(name)) return undefined;
  const given = typeof name === "string" ? `cannot have the name "${name}"` : "has no name";
  return `${given}: a name has the form x-NAME-WHAT, e.g. x-acme-anonymous-conflict`;
}

const levels: ReadonlySet<unknown> = new Set(["MUST", "SHOULD", "MAY"]);

function requirementProblems(value: unknown): readonly string[] {
  if (!isJsonObject(value)) return ["is not a requirement: create it with defineRequirement"];
  const { id, level, statement, reason, sources, features: needed } = value;
  return problemsAmong([
    requirementIdProblem(id),
    levels.has(level) ? undefined : "has no valid level: use MUST, SHOULD or MAY",
    textProblem("statement", statement),
    textProblem("reason", reason),
    sourcesProblem(sources),
    namesProblem("features", needed, Object.keys(features)),
  ]);
}

function isRequirement(value: unknown): value is ExtensionRequirement {
  return requirementProblems(value).length === 0;
}

function requirementIdProblem(id: unknown): Problem {
  if (typeof id === "string" && isExtensionRequirementId(id)) return undefined;
  const form =
    "an id has the form x-NAME.SLUG, with lowercase letters, digits and hyphens, e.g. x-acme.conflict-names-object";
  return typeof id === "string" ? `cannot have the id "${id}": ${form}` : `has no id: ${form}`;
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

const scopes: Readonly<Record<CheckScope, true>> = {
  target: true,
  kind: true,
  "status-write": true,
  "status-write-group": true,
  "kind-without-status": true,
};

const checkIdPattern = /^x-[a-z\d]+(?:-[a-z\d]+)*\/[a-z\d]+(?:-[a-z\d]+)*$/u;

function checkProblems(value: unknown, ids: readonly string[]): readonly string[] {
  if (!isJsonObject(value)) return ["is not a check: create it with defineCheck"];
  const { id, title, covers, scope, phase, features: needed, identities: roles } = value;
  return problemsAmong([
    checkIdProblem(id),
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
function isCheck(value: unknown): value is AnyCheck {
  return (
    isJsonObject(value) && typeof value["drive"] === "function" && Array.isArray(value["covers"])
  );
}

function checkIdProblem(id: unknown): Problem {
  if (typeof id === "string" && checkIdPattern.test(id)) return undefined;
  const form =
    "an id has the form x-NAME/SLUG, with lowercase letters, digits and hyphens, e.g. x-acme/conflicts";
  return typeof id === "string" ? `cannot have the id "${id}": ${form}` : `has no id: ${form}`;
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

type Problem = string | undefined;

function textProblem(name: string, value: unknown): Problem {
  if (typeof value === "string" && value.trim() !== "") return undefined;
  return `has no ${name}: it must be a string`;
}

function functionProblem(name: string, value: unknown): Problem {
  return typeof value === "function" ? undefined : `has no ${name}: it must be a function`;
}

function namesProblem(name: string, value: unknown, known: readonly string[]): Problem {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return `has ${name} that are not a list`;
  const wrong: unknown = value.find((item: unknown) => !known.some((one) => one === item));
  if (wrong === undefined) return undefined;
  const given = JSON.stringify(wrong);
  const fix = suggest(given, known, `Known values: ${known.slice(0, 12).join(", ")}.`);
  return `has the unknown value ${given} in ${name}. ${fix}`;
}

function problemsAmong(problems: readonly Problem[]): readonly string[] {
  return problems.filter((problem) => problem !== undefined);
}
