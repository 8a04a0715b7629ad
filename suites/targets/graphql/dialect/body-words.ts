import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import type { BodyWords } from "../../port/target.ts";
import type { Dialect, KindDialect } from "./dialect.ts";
import { stepsOf } from "../schema/paths.ts";

export function bodyWordsOf({ kinds }: Pick<Dialect, "kinds">): BodyWords {
  return {
    name: distinct([
      ...kinds.flatMap((kind) => sentAs(kind, "$name")),
      ...kinds.flatMap(({ paths }) => stepsOf(paths.name).slice(-1)),
    ]),
    version: distinct([
      ...kinds.flatMap((kind) => sentAs(kind, "$resourceVersion")),
      ...kinds.flatMap(({ paths }) => stepsOf(paths.resourceVersion).slice(-1)),
    ]),
    status: distinct(kinds.flatMap((kind) => sentAs(kind, "$status"))),
  };
}

/** Returns the names of the arguments and input fields, at any depth, whose value is the placeholder. */
function sentAs({ operations }: KindDialect, placeholder: string): readonly string[] {
  const { create, update, updateStatus, patchStatus, delete: deletions } = operations;
  const writes = [...create, ...update, ...updateStatus, ...patchStatus, ...deletions];
  return writes.flatMap((operation) => namesOf(operation.arguments, placeholder));
}

function namesOf(tree: JsonValue, placeholder: string): readonly string[] {
  if (!isJsonObject(tree)) return [];
  return Object.entries(tree).flatMap(([name, value]) =>
    value === placeholder ? [name] : namesOf(value, placeholder),
  );
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
