import { getNamedType, isInputObjectType, isNonNullType } from "graphql";
import type { KindSamples } from "#targets";
import type { BodyPath } from "#targets/graphql";
import { conditionsIn } from "./conditions-guess.ts";
import type { GuessedConditions } from "./conditions-guess.ts";
import type { KindType } from "./kind-types.ts";
import { inputMembers, outputMembers } from "./root-fields.ts";
import type { Input, RootField } from "./root-fields.ts";
import { roleOf, isStatusWord } from "./role-words.ts";
import { guessSamples } from "./sample-guesses.ts";
import type { BodyMembers } from "./sample-guesses.ts";

/** Spec and status of a kind: where they stand and what they look like. */
export interface Bodies {
  readonly spec?: BodyPath;
  readonly status?: BodyPath;
  readonly conditions?: GuessedConditions;
  readonly samples: KindSamples;
  /** Whether the samples suffice. */
  readonly isComplete: boolean;
}

/** A status whose members are arguments of their own. */
export interface FlatStatus {
  readonly statusMembers: readonly string[];
  /** Whether those have types of their own. */
  readonly isTyped: boolean;
}

interface BodyInput {
  readonly field: RootField;
  readonly inside: string;
}

/** The first inputs that take a spec and a status as objects. */
interface BodyInputs {
  readonly specInput: BodyInput | undefined;
  readonly statusInput: BodyInput | undefined;
}

/** Finds spec and status of a kind. */
export function bodiesOf(
  { type, paths }: KindType,
  { statusMembers: flat, isTyped: isFlatTyped }: FlatStatus,
  { statusInput, specInput }: BodyInputs,
): Bodies {
  const members = outputMembers(type);
  const isFlatStatus = paths.status === undefined && flat.length > 0;
  const beside = namesBeside(members, paths);
  const flatStatus = beside.filter((name) => flat.includes(name) || isStatusWord(name));
  const status = isFlatStatus ? ownPaths(flatStatus) : paths.status;
  const flatSpec = beside.filter((name) => !flatStatus.includes(name));
  const spec = paths.spec ?? (flatSpec.length > 0 ? ownPaths(flatSpec) : undefined);
  const statusTypes = isFlatStatus ? picked(members, flatStatus) : below(members, "status");
  const specTypes = paths.spec === undefined ? picked(members, flatSpec) : below(members, "spec");
  const conditions = conditionsIn(statusTypes);
  const writable =
    statusInput && inputsInside(statusInput.field, statusInput.inside).map(({ name }) => name);
  const asked = specInput === undefined ? [] : inputsInside(specInput.field, specInput.inside);
  const samples = guessSamples(asInput(specTypes, asked), withoutReadOnly(statusTypes, writable), {
    conditions: conditions?.member,
    isTyped: isFlatTyped || (writable !== undefined && writable.length > 0),
  });
  return {
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
    ...(conditions === undefined ? {} : { conditions }),
    samples,
    isComplete: isComplete(samples, status),
  };
}

function isComplete({ specs, statuses }: KindSamples, status: BodyPath | undefined): boolean {
  return specs.length > 0 && (status === undefined || statuses.length > 0);
}

type Members = ReturnType<typeof outputMembers>;

/** Members of the object itself that are no part of its identity. */
function namesBeside(members: Members, paths: KindType["paths"]): readonly string[] {
  const taken = new Set(
    Object.values(paths).flatMap((path) => (typeof path === "string" ? [path.split(".")[0]] : [])),
  );
  return Object.keys(members).filter((name) => !taken.has(name) && roleOf(name) === undefined);
}

function ownPaths(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

function picked(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}

function below(members: Members, name: string): Members {
  const type = members[name];
  return type === undefined ? {} : outputMembers(getNamedType(type));
}

function withoutReadOnly(
  members: Members | BodyMembers,
  writable: readonly string[] | undefined,
): BodyMembers {
  if (writable === undefined || writable.length === 0) return members;
  return Object.fromEntries(Object.entries(members).filter(([name]) => writable.includes(name)));
}

/**
 * Members as an input has them: what it must be given may be left out of what objects show, and what it
 * does not have cannot be written.
 */
function asInput(members: Members, inputs: readonly Input[]): BodyMembers {
  if (inputs.length === 0) return members;
  const known = inputs.filter(
    ({ name, type }) => Object.hasOwn(members, name) || isNonNullType(type),
  );
  return Object.fromEntries(known.map(({ name, type }) => [name, type]));
}

/** The members of the input object at a path of the arguments; none where it is a value of any form. */
function inputsInside({ arguments: inputs }: RootField, path: string): readonly Input[] {
  let here: readonly Input[] = inputs;
  for (const step of path.split(".")) {
    const found = here.find(({ name }) => name === step);
    here =
      found !== undefined && isInputObjectType(getNamedType(found.type)) ? inputMembers(found) : [];
  }
  return here;
}
