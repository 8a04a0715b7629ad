import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import type { Definition } from "../read-definitions.ts";
import { isRich, randomFor } from "./editions.ts";
import { drawObjectExcept, objectOf } from "./object-shapes.ts";
import { singleGroup } from "./field-groups.ts";
import { three } from "./drawn-shape.ts";
import type { Shape, Three } from "./drawn-shape.ts";
import { drawStatus } from "./status-shapes.ts";

/** A random CRD. Its valid values prove that objects of its kind can exist. */
export interface RandomDefinition extends Definition {
  readonly seed: number;
  readonly plural: string;
  readonly group: string;
  readonly isNamespaced: boolean;
  /** The default version, for clients that specify none. */
  readonly version: string;
  readonly kind: string;
  /** Three objects, without metadata. */
  readonly bodies: Three<JsonObject>;
  readonly statuses: Three<JsonObject>;
  /** Whether the content is in `spec` or in the root of the object. */
  readonly body: "spec" | "root";
}

const nameRules = [
  "size(self.metadata.name) <= 63",
  "self.metadata.name.size() < 64",
  "self.metadata.name.matches('^[a-z][a-z0-9-]*[a-z0-9]$')",
  "!self.metadata.name.startsWith('kube-')",
  "self.metadata.name != 'default'",
  "!self.metadata.name.contains('.')",
] as const;

const plural = "strangers";
const kind = "Stranger";

/** Builds a CRD from elements of published CRDs. The seed determines their combination. */
export function randomDefinition(seed: number): RandomDefinition {
  const random = randomFor(seed);
  const group = `s${seed}.random.example.com`;
  const isNamespaced = random.chance(0.75);
  const body = random.chance(0.06) ? "root" : "spec";
  const drawn = drawSpec(random, body === "root" ? Object.keys(heads) : []);
  const status = drawStatus(random);
  const spec = body === "spec" ? withReplicas(random, drawn) : drawn;
  const hasStatus = random.chance(0.95);
  const schema = rootSchema(random, { spec, status, body });
  const scale = scaleOf(random, { spec, status, body });
  const subresources = { ...(hasStatus ? { status: {} } : {}), ...scale };
  const versions = versionsOf(random, { schema, subresources });
  const name = `${plural}.${group}`;
  return {
    seed,
    plural,
    group,
    isNamespaced,
    kind,
    version: preferredOf(versions),
    name,
    hasStatus,
    body,
    bodies: three((index) => bodyOf(spec, index, body)),
    statuses: three((index) => membersOf(status.values[index])),
    object: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name },
      spec: {
        group,
        scope: isNamespaced ? "Namespaced" : "Cluster",
        names: { kind, plural, singular: "stranger", listKind: "StrangerList" },
        versions,
      },
    },
  };
}

function bodyOf({ values }: Shape, index: number, body: "spec" | "root"): JsonObject {
  const value = membersOf(values[index]);
  return body === "spec" ? { spec: value } : value;
}

function membersOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function drawSpec(random: Random, taken: readonly string[]): Shape {
  const drawn = drawObjectExcept(random, 0, taken);
  const texts = new Set(drawn.values.map((value) => JSON.stringify(value)));
  if (texts.size === 3) return drawn;
  const free = { schema: { type: "string" }, values: three((index) => `free-${index}`) };
  const { properties, ...words } = drawn.schema;
  const both = objectOf(random, [
    {
      ...singleGroup(random, "free", free),
      required: ["free"],
      values: three((index) => ({ free: `free-${index}` })),
    },
    {
      properties: membersOf(properties),
      required: [],
      values: three((index) => membersOf(drawn.values[index])),
      rules: [],
      alternatives: {},
    },
  ]);
  const { required = [] } = words;
  const all = Array.isArray(required) ? [...required, "free"] : ["free"];
  return { schema: { ...both.schema, ...words, required: all }, values: both.values };
}

/** Adds a number of replicas to the spec, for a scale subresource to change. */
function withReplicas(random: Random, { schema, values }: Shape): Shape {
  const { properties } = schema;
  if (!isRich(random) || !isJsonObject(properties) || random.chance(0.75))
    return { schema, values };
  const replicas = random.pick<JsonObject>([
    { type: "integer", format: "int32", default: 1 },
    { type: "integer", format: "int32", minimum: 0, maximum: 10 },
  ]);
  const fits = !("maxProperties" in schema) && !("replicas" in properties);
  if (!fits) return { schema, values };
  return {
    schema: { ...schema, properties: { ...properties, replicas } },
    values: three((index) => ({ ...membersOf(values[index]), replicas: index + 1 })),
  };
}

interface Parts {
  readonly spec: Shape;
  readonly status: Shape;
  readonly body: "spec" | "root";
}

const heads: JsonObject = {
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: { type: "object" },
};

function rootSchema(random: Random, { spec, status, body }: Parts): JsonObject {
  const rules = random.chance(0.15) ? [{ rule: random.pick(nameRules) }] : [];
  const rule = rules.length === 0 ? {} : { "x-kubernetes-validations": rules };
  if (body === "spec") {
    const metadata =
      isRich(random) && random.chance(0.1) ? { metadata: namedMetadata(random) } : {};
    const properties = { ...heads, ...metadata, spec: spec.schema, status: status.schema };
    const required = random.pick([{}, { required: ["spec"] }]);
    return { type: "object", ...required, properties, ...rule };
  }
  // With a status subresource, only these keywords are allowed in the root of a schema.
  const { type = "object", required, properties, "x-kubernetes-validations": all } = spec.schema;
  return {
    type,
    ...(required === undefined ? {} : { required }),
    ...(all === undefined ? {} : { "x-kubernetes-validations": all }),
    properties: { ...membersOf(properties), ...heads, status: status.schema },
  };
}

/** Returns the schema of the metadata. It can only limit the name. */
function namedMetadata(random: Random): JsonObject {
  const name = random.pick<JsonObject>([
    { type: "string", maxLength: 63 },
    { type: "string", pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
    { type: "string", minLength: 3, maxLength: 58 },
  ]);
  return { type: "object", properties: { name } };
}

/** Draws a scale subresource, if the spec or the status has replicas. The other fields that it names may be missing. */
function scaleOf(random: Random, { spec, status, body }: Parts): JsonObject {
  const { properties } = status.schema;
  if (isRich(random) && "replicas" in membersOf(spec.schema["properties"]) && body === "spec") {
    const path = "replicas" in membersOf(properties) ? ".status.replicas" : ".status.actual";
    const labels = random.pick([{}, { labelSelectorPath: ".status.selector" }]);
    return { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: path, ...labels } };
  }
  if (body === "root" || !("replicas" in membersOf(properties)) || random.chance(0.3)) return {};
  return {
    scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
  };
}

interface VersionParts {
  readonly schema: JsonObject;
  readonly subresources: JsonObject;
}

function versionsOf(random: Random, { schema, subresources }: VersionParts): readonly JsonObject[] {
  const names = random.pick([
    ["v1"],
    ["v1"],
    ["v1alpha1"],
    ["v1", "v1beta1"],
    ["v2", "v1"],
    ["v1beta2", "v1beta1"],
  ]);
  const stored = random.below(names.length);
  const columns = random.chance(0.5)
    ? {
        additionalPrinterColumns: [
          { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
        ],
      }
    : {};
  const fields = selectableIn(schema);
  const selectable =
    fields.length > 0 && random.chance(0.3)
      ? { selectableFields: [{ jsonPath: random.pick(fields) }] }
      : {};
  return names.map((name, index) => ({
    name,
    served: true,
    storage: index === stored,
    schema: { openAPIV3Schema: index === stored ? schema : poorer(random, schema) },
    subresources,
    ...columns,
    ...selectable,
    ...(index > 0 && random.chance(0.3) ? { deprecated: true } : {}),
  }));
}

/**
 * Draws the schema of a version other than the storage version. It may lack a property of the status, unless rules
 * depend on that property.
 */
function poorer(random: Random, schema: JsonObject): JsonObject {
  if (!isRich(random) || random.chance(0.5)) return schema;
  const { properties } = schema;
  const { status, ...others } = membersOf(properties);
  const { properties: inner, ...words } = membersOf(status);
  const names = Object.keys(membersOf(inner));
  const last = names.at(-1);
  const isFree = Object.keys(words).every((word) => word === "type");
  if (last === undefined || names.length < 2 || !isFree) return schema;
  const { [last]: _dropped, ...kept } = membersOf(inner);
  return { ...schema, properties: { ...others, status: { ...words, properties: kept } } };
}

/** Paths of strings in the spec, for field selectors. */
function selectableIn({ properties }: JsonObject): readonly string[] {
  const { spec } = membersOf(properties);
  const own = membersOf(membersOf(spec)["properties"]);
  return Object.entries(own).flatMap(([name, schema]) =>
    membersOf(schema)["type"] === "string" && /^[a-z]+$/iu.test(name) ? [`.spec.${name}`] : [],
  );
}

/**
 * Returns the preferred version: stable versions precede beta and alpha versions, and newer versions precede older
 * ones.
 */
function preferredOf(versions: readonly JsonObject[]): string {
  const [first] = versions;
  const { name } = membersOf(first);
  return typeof name === "string" ? name : "v1";
}
