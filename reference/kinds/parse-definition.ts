import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Coerced } from "../values/coerce.ts";
import type { Kind } from "./demo-kinds.ts";
import type { Cause } from "../values/refusal.ts";
import { compileSchema } from "../definitions/compile-schema.ts";
import { fitBody } from "../definitions/fit-body.ts";
import { parseStructuralSchema } from "../definitions/structural-schema.ts";
import type { SchemaNode } from "../definitions/structural-schema.ts";

export const definitionKindName = "CustomResourceDefinition";

export interface Definition {
  readonly kind: string;
  readonly scope: Kind["scope"];
  readonly hasStatus: boolean;
  readonly root: SchemaNode;
}

export type ParsedDefinition =
  | { readonly definition: Definition; readonly causes?: never }
  | { readonly definition?: never; readonly causes: readonly Cause[] };

const scopes: Readonly<Record<string, Kind["scope"]>> = {
  Namespaced: "namespaced",
  Cluster: "cluster",
};

/** Checks the fields of a definition, except for its schema, which is parsed separately. */
export function fitDefinition(spec: JsonObject, path: string): Coerced {
  const { schema, ...rest } = spec;
  const { value, causes } = fitBody(rest, path, definitionForm);
  const known = isJsonObject(value) ? value : {};
  return { value: schema === undefined ? known : { ...known, schema }, causes };
}

/** Parses a definition that {@link fitDefinition} has checked. */
export function parseDefinition(spec: JsonObject): ParsedDefinition {
  const { kind, scope, subresources, schema } = spec;
  const causes: Cause[] = [];
  if (typeof kind !== "string" || !/^[A-Z][A-Za-z0-9]{0,62}$/.test(kind)) {
    causes.push(wrong("spec.kind", "must be 1 to 63 letters and digits, the first in upper case."));
  }
  const known =
    typeof scope === "string" && Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  if (known === undefined) causes.push(wrong("spec.scope", "must be Namespaced or Cluster."));
  if (subresources !== undefined && !isJsonObject(subresources)) {
    causes.push(wrong("spec.subresources", "must be an object."));
  }
  const { node, problems } = parseRoot(schema);
  const mistakes = problems.length > 0 ? problems : findWrongDefaults(node);
  causes.push(...mistakes.slice(0, causeCount).map(wrongSchema));
  if (causes.length > 0 || typeof kind !== "string" || known === undefined) return { causes };
  const hasStatus = isJsonObject(subresources) && isJsonObject(subresources["status"]);
  return { definition: { kind, scope: known, hasStatus, root: node } };
}

const causeCount = 100;

/** The fields of a definition. Its schema is parsed later, so it can be any JSON value here. */
const definitionForm: SchemaNode = objectOf({
  kind: { type: "string", properties: new Map(), source: {} },
  scope: { type: "string", properties: new Map(), source: {} },
  subresources: objectOf({ status: objectOf({}) }),
});

function objectOf(members: Readonly<Record<string, SchemaNode>>): SchemaNode {
  return { type: "object", properties: new Map(Object.entries(members)), source: {} };
}

/** Parses the schema of objects. It may define only a spec and a status, both of type object. */
function parseRoot(schema: JsonValue | undefined): ReturnType<typeof parseStructuralSchema> {
  const { node, problems } = parseStructuralSchema(schema, "spec.schema");
  const others = isJsonObject(schema)
    ? Object.keys(schema).filter((keyword) => !rootKeywords.has(keyword))
    : [];
  const wrongMembers = [...node.properties].flatMap(([member, { type }]) => {
    const place = `spec.schema.properties.${member}`;
    if (member !== "spec" && member !== "status") return [`${place} is not allowed in an object.`];
    return type === "object" ? [] : [`${place}.type must be object.`];
  });
  const wrongRoot = [
    ...(problems.length === 0 && node.type !== "object"
      ? ["spec.schema.type must be object."]
      : []),
    ...others.map((keyword) => `spec.schema.${keyword} is not supported at the root.`),
  ];
  return { node, problems: [...problems, ...wrongRoot, ...wrongMembers] };
}

const rootKeywords = new Set(["type", "title", "description", "properties"]);

interface PlacedDefault {
  readonly place: string;
  readonly node: SchemaNode;
  readonly value: JsonValue;
}

/** Finds defaults that violate their own schemas, with a single validator for all of them. */
function findWrongDefaults(root: SchemaNode): readonly string[] {
  const defaults = defaultsIn(root, "spec.schema");
  if (defaults.length === 0) return [];
  const properties = Object.fromEntries(
    defaults.map(({ node }, index) => [`${index}`, node.source] as const),
  );
  const values = Object.fromEntries(defaults.map(({ value }, index) => [`${index}`, value]));
  const causes = compileSchema({ type: "object", properties })(values, "default");
  const unknown = defaults.flatMap(({ place, node, value }) =>
    isJsonObject(value) ? fitBody(value, `${place}.default`, node).causes : [],
  );
  const wrongValues = causes.map(({ field = "", message }) => {
    const place = defaults[Number(field.split(/[.[]/)[1])]?.place ?? "spec.schema";
    return `${place}.default is invalid: ${message}`;
  });
  return [...wrongValues, ...unknown.map(({ message }) => message)];
}

function defaultsIn(node: SchemaNode, place: string): readonly PlacedDefault[] {
  const value = node.default;
  return [
    ...(value === undefined ? [] : [{ place, node, value }]),
    ...[...node.properties].flatMap(([member, inner]) =>
      defaultsIn(inner, `${place}.properties.${member}`),
    ),
    ...(node.items === undefined ? [] : defaultsIn(node.items, `${place}.items`)),
    ...(node.additional === undefined
      ? []
      : defaultsIn(node.additional, `${place}.additionalProperties`)),
  ];
}

function wrongSchema(problem: string): Cause {
  return { reason: "FieldValueInvalid", field: "spec.schema", message: problem };
}

function wrong(field: string, problem: string): Cause {
  return { reason: "FieldValueInvalid", field, message: `${field} ${problem}` };
}
