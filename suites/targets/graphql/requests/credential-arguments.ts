import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { headersOfCredential } from "../credentials/header-set.ts";
import { hasPlaceholder } from "../schema/argument-tree.ts";
import type { ArgumentTree, PlaceholderValues } from "../schema/argument-tree.ts";
import { placeholderPlaces } from "../schema/placeholder-places.ts";
import type { InputSlots } from "../schema/placeholder-places.ts";

type Arguments = Readonly<Record<string, ArgumentTree>>;

/**
 * Returns the value of `$credential`. A role without a credential omits the argument, or sends an empty string if the
 * schema requires one, because the schema would otherwise reject the request before the endpoint checks the caller.
 */
export function credentialValue(
  credential: string | undefined,
  tree: Arguments,
  slots: InputSlots,
): PlaceholderValues {
  if (!hasPlaceholder(tree, credentialPlaceholder)) return {};
  const isSet = credential !== undefined && headersOfCredential(credential) === undefined;
  if (isSet) return { $credential: credential };
  const isRequired = placeholderPlaces(tree, slots).some(
    ({ text, slot }) => text === credentialPlaceholder && slot?.isRequired === true,
  );
  return isRequired ? { $credential: "" } : {};
}

/** Replaces credentials in variables by their placeholder. Reports and records contain the result. */
export function withoutCredentials(variables: JsonObject, tree: Arguments): JsonObject {
  const whole: JsonObject = tree;
  return hasPlaceholder(whole, credentialPlaceholder) ? hiddenIn(variables, whole) : variables;
}

const credentialPlaceholder = "$credential";

function hiddenIn(variables: JsonObject, tree: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]): [string, JsonValue] => {
      const inner = Object.hasOwn(tree, name) ? tree[name] : undefined;
      if (inner === credentialPlaceholder) return [name, value === "" ? "" : credentialPlaceholder];
      const isNested = isJsonObject(value) && isJsonObject(inner);
      return [name, isNested ? hiddenIn(value, inner) : value];
    }),
  );
}
