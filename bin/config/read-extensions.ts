import { isJsonObject } from "#contract";
import type { ExtensionRequirement } from "#contract";
import { UsageError } from "../process/program-errors.ts";
import { pagePath } from "../process/page-path.ts";
import type { Extensions } from "./extension-parts.ts";
import { guardedCheck } from "./guarded-check.ts";
import { checkProblems, isCheck } from "./read-check.ts";
import { faultProblems, isFault } from "./read-fault.ts";
import { isRequirement, requirementProblems } from "./read-requirement.ts";

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
    if (name === "requirements") problems.push(`${place} is not an extension: ${meant}`);
    return [];
  }
  const list: unknown = value[name];
  if (list === undefined && name === "faults") return [];
  if (!Array.isArray(list)) {
    problems.push(`${place}.${name} is not a list: ${meant}`);
    return [];
  }
  return list.map((item: unknown, index) => ({ place: `${place}.${name}[${index}]`, value: item }));
}

const meant = "an extension has lists of requirements, checks and (optionally) faults";

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
  const { id, level, statement, reason, sources, features } = requirement;
  return {
    id,
    level,
    statement,
    reason,
    sources: sources.map(({ title, at }) => ({ title, at })),
    ...(features === undefined ? {} : { features }),
  };
}
