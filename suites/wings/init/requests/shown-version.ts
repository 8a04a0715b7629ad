import { isJsonObject, operationVerbs } from "#contract";
import type { JsonValue } from "#contract";
import type { Exchange } from "#targets";
import { formsOfVersion } from "#targets/graphql";
import type { KindDialect } from "#targets/graphql";

/** Returns a version as a response contains it: in a form of the arguments, such as an entity tag, or alone. */
export function shownVersion(
  { operations }: KindDialect,
  { reply }: Exchange,
  version: string,
): string {
  const forms = operationVerbs.flatMap((verb) =>
    operations[verb].flatMap(({ arguments: tree }) => formsOfVersion(tree, version)),
  );
  return forms.find((form) => contains(reply?.body ?? null, form)) ?? version;
}

function contains(value: JsonValue, text: string): boolean {
  if (typeof value === "string") return value.includes(text);
  if (Array.isArray(value)) return value.some((inner: JsonValue) => contains(inner, text));
  return isJsonObject(value) && Object.values(value).some((inner) => contains(inner, text));
}
