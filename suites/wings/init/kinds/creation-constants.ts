import type { JsonObject, JsonValue } from "#contract";
import { membersKey } from "#targets/graphql";
import type { ArgumentTree, BodyPath, KindDialect } from "#targets/graphql";
import { inputsInside } from "./bodies.ts";
import type { RootField } from "../schema/root-fields.ts";
import { plain } from "../schema/shapes.ts";

export interface SpecCall {
  readonly verb: "create" | "update";
  readonly field: RootField;
  readonly inside: string;
}

/**
 * Returns the spec fields that create mutations take and update mutations do not, such as a model or a region. Empty if
 * the update mutations do not declare their fields, or if no field could be changed.
 */
export function creationOnly(
  calls: readonly SpecCall[],
  members: readonly string[],
): readonly string[] {
  const changed = calls.filter(({ verb }) => verb === "update").map(declaredBy);
  if (changed.length === 0 || changed.some((names) => names.length === 0)) return [];
  const takenBy = (wanted: SpecCall["verb"]): ReadonlySet<string> =>
    new Set(
      calls
        .filter(({ verb }) => verb === wanted)
        .flatMap(declaredAround)
        .map(plain),
    );
  const [created, changeable] = [takenBy("create"), takenBy("update")];
  const fixed = members.filter((name) => created.has(plain(name)) && !changeable.has(plain(name)));
  const isAny = members.some((name) => changeable.has(plain(name)));
  return isAny ? fixed : [];
}

function declaredBy({ field, inside }: SpecCall): readonly string[] {
  const inputs = inside === "" ? field.arguments : inputsInside(field, inside);
  return inputs.map(({ name }) => name);
}

/** Includes the fields next to the spec and the objects around it: `data: { type, attributes: { flow } }`. */
function declaredAround(call: SpecCall): readonly string[] {
  const steps = call.inside === "" ? [] : call.inside.split(".");
  const places = [...steps.map((_, index) => steps.slice(0, index).join(".")), call.inside];
  return places.flatMap((inside) => declaredBy({ ...call, inside }));
}

/**
 * Replaces spec fields that only create mutations accept with constants, because checks change every field of a spec.
 */
export function withConstants(
  kind: KindDialect,
  names: readonly string[],
  members: readonly string[],
): KindDialect {
  const [sample = {}] = kind.samples.specs;
  const constants = picked(sample, names);
  const { spec, ...paths } = kind.paths;
  const left = members.filter((name) => !names.includes(name));
  return {
    ...kind,
    paths: spec === undefined ? kind.paths : { ...paths, spec: pathsOf(spec, left) },
    operations: {
      ...kind.operations,
      create: kind.operations.create.map((operation) => ({
        ...operation,
        arguments: withValues(operation.arguments, constants, names),
      })),
    },
    samples: { ...kind.samples, specs: kind.samples.specs.map((one) => omitted(one, names)) },
  };
}

function pathsOf(spec: BodyPath, names: readonly string[]): BodyPath {
  if (typeof spec === "string") {
    return Object.fromEntries(
      names.map((name) => [name, spec === "" ? name : `${spec}.${name}`] as const),
    );
  }
  return Object.fromEntries(Object.entries(spec).filter(([name]) => names.includes(name)));
}

type Tree = Readonly<Record<string, ArgumentTree>>;

function withValues(tree: Tree, constants: JsonObject, names: readonly string[]): Tree {
  const entries = Object.entries(tree).flatMap(([name, value]): [string, ArgumentTree][] => {
    if (name === membersKey && value === "$spec") {
      return [...Object.entries(constants), [name, value]];
    }
    const replaced = valueIn(value, constants, names);
    return replaced === undefined ? [] : [[name, replaced]];
  });
  return Object.fromEntries(entries);
}

function valueIn(
  value: ArgumentTree,
  constants: JsonObject,
  names: readonly string[],
): ArgumentTree | undefined {
  if (value === "$spec") return { ...constants, [membersKey]: "$spec" };
  if (typeof value === "string") {
    const name = names.find((one) => value === `$spec.${one}`);
    return name === undefined ? value : constants[name];
  }
  if (!isTree(value)) return value;
  const inner = withValues(value, constants, names);
  // An input object that assigns nothing is omitted.
  return Object.keys(inner).length === 0 && Object.keys(value).length > 0 ? undefined : inner;
}

function isTree(value: ArgumentTree): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function picked(sample: JsonObject, names: readonly string[]): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(Object.entries(sample).filter(([name]) => names.includes(name)));
}

function omitted(sample: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(sample).filter(([name]) => !names.includes(name)));
}
