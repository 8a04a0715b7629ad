import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";

/** Sends a document and returns the data of the response. Undefined if the response has errors or no data. */
export type Ask = (document: string) => Promise<JsonObject | undefined>;

const typesPerRequest = 25;

/**
 * Introspects in small steps, for endpoints with limits on depth or complexity: first the names of all types, then a
 * few types at a time, at most 8 levels deep. Returns the data of a complete introspection, or `undefined` if a step is
 * rejected too.
 */
export async function introspectInSteps(ask: Ask): Promise<JsonObject | undefined> {
  const first = await ask(namesDocument);
  const root = first?.["__schema"];
  if (!isJsonObject(root)) return undefined;
  const names = typeNames(root);
  const types: JsonValue[] = [];
  for (let start = 0; start < names.length; start += typesPerRequest) {
    const some = await askTypes(ask, names.slice(start, start + typesPerRequest));
    if (some === undefined) return undefined;
    types.push(...some);
  }
  const { queryType = null, mutationType = null, subscriptionType = null } = root;
  return { __schema: { queryType, mutationType, subscriptionType, types, directives: [] } };
}

async function askTypes(
  ask: Ask,
  names: readonly string[],
): Promise<readonly JsonValue[] | undefined> {
  const data = await ask(typesDocument(names));
  if (data !== undefined) return Object.values(data);
  if (names.length === 1) return undefined;
  const single: JsonValue[] = [];
  for (const name of names) {
    const one = await ask(typesDocument([name]));
    if (one === undefined) return undefined;
    single.push(...Object.values(one));
  }
  return single;
}

function typeNames(root: JsonObject): readonly string[] {
  const { types } = root;
  const list: readonly JsonValue[] = Array.isArray(types) ? types : [];
  return list.flatMap((type) => {
    const name = isJsonObject(type) ? type["name"] : undefined;
    return typeof name === "string" && /^\w+$/u.test(name) ? [name] : [];
  });
}

const namesDocument =
  "{ __schema { queryType { name } mutationType { name } subscriptionType { name } types { name } } }";

const reference = "kind name ofType { kind name ofType { kind name ofType { kind name } } }";

const parts = [
  "kind name",
  `fields(includeDeprecated: true) { name isDeprecated args { name defaultValue type { ${reference} } } type { ${reference} } }`,
  `inputFields { name defaultValue type { ${reference} } }`,
  "enumValues(includeDeprecated: true) { name isDeprecated }",
  "interfaces { kind name }",
  "possibleTypes { kind name }",
].join(" ");

function typesDocument(names: readonly string[]): string {
  return `{ ${names.map((name, index) => `t${index}: __type(name: "${name}") { ${parts} }`).join(" ")} }`;
}
