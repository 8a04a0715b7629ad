import { getNamedType, GraphQLNonNull, isInputObjectType, isNonNullType } from "graphql";
import type { GraphQLInputType, GraphQLNamedType } from "graphql";
import type { KindSamples } from "#targets";
import type { BodyPath } from "#targets/graphql";
import { conditionsIn } from "../schema/conditions-guess.ts";
import type { GuessedConditions } from "../schema/conditions-guess.ts";
import type { KindType } from "./kind-types.ts";
import { inputFields, isListed, outputFields } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { isStatusWord } from "../schema/role-words.ts";
import { partNamed } from "../schema/object-types.ts";
import { anySamples, guessSamples } from "../schema/sample-guesses.ts";
import { assignmentIn, isAnyForm } from "../schema/shapes.ts";
import type { BodyMembers } from "../schema/sample-guesses.ts";

export interface Bodies {
  readonly spec?: BodyPath;
  readonly status?: BodyPath;
  readonly conditions?: GuessedConditions;
  readonly samples: KindSamples;
  readonly isComplete: boolean;
}

export interface FlatStatus {
  readonly statusMembers: readonly string[];
  /** Whether one of the separate arguments has a type that restricts its values. */
  readonly isTyped: boolean;
}

interface BodyInput {
  readonly field: RootField;
  readonly inside: string;
  /** Names next to the spec or status fields that already have another purpose. None by default. */
  readonly taken?: readonly string[];
}

interface BodyInputs {
  readonly specInput: BodyInput | undefined;
  readonly statusInput: BodyInput | undefined;
  readonly otherStatusMembers: readonly string[];
}

export function bodiesOf(
  kind: KindType,
  { statusMembers: flat, isTyped: isFlatTyped }: FlatStatus,
  { statusInput, otherStatusMembers, specInput }: BodyInputs,
): Bodies {
  const { spec, status, specTypes, statusTypes } = placesOf(kind, flat);
  const first = statusInput && inputsInside(statusInput.field, statusInput.inside);
  const inputTypes = new Map(first?.map((input) => [input.name, valueType(input)] as const));
  const conditions = conditionsIn(statusTypes, inputTypes);
  // Without an input object, separate arguments take the fields of the status.
  const takenMembers = [...(first ?? []).map(({ name }) => name), ...otherStatusMembers, ...flat];
  const isUntyped = first?.length === 0;
  const writable =
    isUntyped || takenMembers.length === 0
      ? undefined
      : takenMembers.filter(
          (name) =>
            name === conditions?.member ||
            !isFilledByServer(statusTypes[name], inputTypes.get(name)),
        );
  const specMembers = firstOf(asInput(specTypes, specInputsOf(specInput, Object.keys(specTypes))));
  const guessed = guessSamples(
    specMembers,
    firstOf(asWritten(withoutReadOnly(statusTypes, writable), inputTypes)),
    {
      conditions: conditions?.member,
      isTyped: isFlatTyped || writable !== undefined,
    },
  );
  const samples = withAnyForm(guessed, {
    specs: isOfAnyForm(kind.type, spec),
    statuses: isOfAnyForm(kind.type, status),
  });
  return {
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status: writtenParts(status, statusTypes, writable) }),
    ...(conditions === undefined ? {} : { conditions }),
    samples,
    isComplete: isComplete(guessed, status),
  };
}

/** Uses generic samples for a spec or status that is an untyped value and has no samples. */
function withAnyForm(
  samples: KindSamples,
  isAny: { readonly specs: boolean; readonly statuses: boolean },
): KindSamples {
  const specs = isAny.specs && samples.specs.length === 0 ? anySamples : samples.specs;
  if (!isAny.statuses || samples.statuses.length > 0) return { ...samples, specs };
  return { ...samples, specs, statuses: anySamples, counter: "size" };
}

function isOfAnyForm(type: KindType["type"], path: BodyPath | undefined): boolean {
  const member = typeof path === "string" ? outputFields(type)[path] : undefined;
  return member !== undefined && !isListed(member) && isAnyForm(getNamedType(member));
}

const maxMembers = 256;

function firstOf(members: BodyMembers): BodyMembers {
  return Object.fromEntries(Object.entries(members).slice(0, maxMembers));
}

interface BodyPlaces {
  readonly spec: BodyPath | undefined;
  readonly status: BodyPath | undefined;
  readonly specTypes: Members;
  readonly statusTypes: Members;
}

function placesOf({ type, paths, anatomy }: KindType, flat: readonly string[]): BodyPlaces {
  const members = outputFields(type);
  const [ownSpec, ownStatus] = [anatomy?.spec ?? [], anatomy?.status ?? []];
  const beside = namesBeside(type, paths, [...ownSpec, ...ownStatus]);
  const status = beside.filter((name) =>
    anatomy === undefined ? flat.includes(name) || isStatusWord(name) : ownStatus.includes(name),
  );
  const spec = beside.filter((name) =>
    ownSpec.length === 0 ? !status.includes(name) : ownSpec.includes(name),
  );
  const isFlatStatus = paths.status === undefined && flat.length + ownStatus.length > 0;
  const isFlatSpec = paths.spec === undefined;
  return {
    spec: isFlatSpec && spec.length > 0 ? ownPaths(spec) : paths.spec,
    status: isFlatStatus ? ownPaths(status) : paths.status,
    specTypes: isFlatSpec ? picked(members, spec) : below(members, paths.spec),
    statusTypes: isFlatStatus ? picked(members, status) : below(members, paths.status),
  };
}

function isComplete({ specs, statuses }: KindSamples, status: BodyPath | undefined): boolean {
  return specs.length > 0 && (status === undefined || statuses.length > 0);
}

type Members = ReturnType<typeof outputFields>;

/** @param written Names of fields that are content, even if they have the name of another part. */
function namesBeside(
  type: KindType["type"],
  paths: KindType["paths"],
  written: readonly string[],
): readonly string[] {
  const taken = new Set(
    Object.values(paths).flatMap((path) => (typeof path === "string" ? [path.split(".")[0]] : [])),
  );
  return Object.keys(outputFields(type)).filter(
    (name) => !taken.has(name) && (written.includes(name) || partNamed(name, type) === undefined),
  );
}

function ownPaths(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

function picked(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}

function below(members: Members, path: BodyPath | undefined): Members {
  const type = typeof path === "string" ? members[path] : undefined;
  return type === undefined ? {} : outputFields(getNamedType(type));
}

/**
 * Returns the path of a status, or the paths of its fields if it also has fields that no mutation takes, such as an id.
 * Checks would report such fields as values that no client has written.
 */
function writtenParts(
  path: BodyPath,
  members: Members,
  writable: readonly string[] | undefined,
): BodyPath {
  const names = Object.keys(members);
  const written = names.filter((name) => writable?.includes(name) === true);
  const isWhole = written.length === 0 || written.length === names.length;
  if (typeof path !== "string" || isWhole) return path;
  return Object.fromEntries(written.map((name) => [name, `${path}.${name}`]));
}

function withoutReadOnly(
  members: Members | BodyMembers,
  writable: readonly string[] | undefined,
): BodyMembers {
  if (writable === undefined) return members;
  return Object.fromEntries(Object.entries(members).filter(([name]) => writable.includes(name)));
}

/** Fields with nested fields get the types of their inputs. */
function asWritten(
  members: BodyMembers,
  inputs: ReadonlyMap<string, GraphQLInputType>,
): BodyMembers {
  return Object.fromEntries(
    Object.entries(members).map(([name, type]) => {
      const input = inputs.get(name);
      const isNested = input !== undefined && isInputObjectType(getNamedType(input));
      return [name, isNested ? promised(input, type) : type];
    }),
  );
}

/** Maximum depth at which the fields of objects are compared with those of inputs. */
const deepestFilled = 4;

/** Whether clients cannot write some nested fields of an optional field, such as an id for each entry. */
function isFilledByServer(
  shown: Members[string] | undefined,
  input: GraphQLInputType | undefined,
): boolean {
  if (shown === undefined || input === undefined || isNonNullType(input)) return false;
  return hasUnwritten(getNamedType(shown), getNamedType(input), deepestFilled);
}

function hasUnwritten(shown: GraphQLNamedType, input: GraphQLNamedType, depth: number): boolean {
  if (depth === 0 || !isInputObjectType(input)) return false;
  const fields = input.getFields();
  return Object.entries(outputFields(shown)).some(([name, type]) => {
    const written = fields[name];
    return (
      written === undefined ||
      hasUnwritten(getNamedType(type), getNamedType(written.type), depth - 1)
    );
  });
}

/**
 * Replaces the types of fields with their input types, because an input may be required although the object field is
 * nullable. Omits fields without an input, because clients cannot write them.
 */
function asInput(members: Members, inputs: readonly Input[]): BodyMembers {
  if (inputs.length === 0) return members;
  const known = inputs.filter(
    ({ name, type }) => Object.hasOwn(members, name) || isNonNullType(type),
  );
  return Object.fromEntries(
    known.map((input) => [input.name, promised(valueType(input), members[input.name])]),
  );
}

function valueType(input: Input): Input["type"] {
  const setting = assignmentIn(input);
  if (setting === undefined) return input.type;
  return isNonNullType(input.type) ? setting.type : nullable(setting.type);
}

function nullable(type: Input["type"]): Input["type"] {
  return isNonNullType(type) ? type.ofType : type;
}

/**
 * Makes an input type required if the field is non-null in objects. Create mutations must then set the field, even if
 * the input is optional because update mutations share it.
 */
function promised(input: Input["type"], shown: BodyMembers[string] | undefined): Input["type"] {
  return isNonNullType(shown) && !isNonNullType(input) ? new GraphQLNonNull(input) : input;
}

function specInputsOf(
  specInput: BodyInput | undefined,
  members: readonly string[],
): readonly Input[] {
  if (specInput === undefined) return [];
  const { taken = [] } = specInput;
  const inputs = inputsInside(specInput.field, specInput.inside);
  const asked = inputs.filter(({ name }) => !taken.includes(name));
  return asked.length === 0 ? [] : [...inputsAround(specInput, members), ...asked];
}

/**
 * Returns the inputs next to an input object, at any level, that take further fields of the spec and have no default
 * value.
 */
function inputsAround({ field, inside }: BodyInput, members: readonly string[]): readonly Input[] {
  const found: Input[] = [];
  let here: readonly Input[] = field.arguments;
  for (const step of inside.split(".")) {
    const others = here.filter(({ name }) => name !== step && members.includes(name));
    found.push(...others.filter(({ defaultValue }) => defaultValue === undefined));
    here = here.filter(({ name }) => name === step).flatMap(inputFields);
  }
  const own = new Set(here.map(({ name }) => name));
  return found.filter(({ name }) => !own.has(name));
}

/** Empty if the input is untyped. */
export function inputsInside({ arguments: inputs }: RootField, path: string): readonly Input[] {
  let here: readonly Input[] = inputs;
  for (const step of path.split(".")) {
    const found = here.find(({ name }) => name === step);
    here =
      found !== undefined && isInputObjectType(getNamedType(found.type)) ? inputFields(found) : [];
  }
  return here;
}
