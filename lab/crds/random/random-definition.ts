import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { Random } from "../../../suites/checker/testing/random.ts";
import type { Definition } from "../read-definitions.ts";
import { drawObjectExcept, objectOf } from "./object-shapes.ts";
import { singleGroup } from "./field-groups.ts";
import { three } from "./shape.ts";
import type { Shape, Three } from "./shape.ts";
import { drawStatus } from "./status-shapes.ts";

/** A random CRD, with valid values as proof that objects of its kind can exist. */
export interface RandomDefinition extends Definition {
  readonly seed: number;
  readonly plural: string;
  readonly group: string;
  readonly isNamespaced: boolean;
  /** The version that a client gets by default. */
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

/** Builds a CRD from elements of published CRDs, in a combination that the seed determines. */
export function randomDefinition(seed: number): RandomDefinition {
  const random = new Random(seed * 7_919 + 17);
  const group = `s${seed}.random.example.com`;
  const isNamespaced = random.chance(0.75);
  const body = random.chance(0.06) ? "root" : "spec";
  const spec = drawSpec(random, body === "root" ? Object.keys(heads) : []);
  const status = drawStatus(random);
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

/** A spec with at least one property that can change. */
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
    const properties = { ...heads, spec: spec.schema, status: status.schema };
    const required = random.pick([{}, { required: ["spec"] }]);
    return { type: "object", ...required, properties, ...rule };
  }
  const { properties, ...words } = spec.schema;
  return {
    ...words,
    properties: { ...membersOf(properties), ...heads, status: status.schema },
  };
}

/** The scale subresource, if spec and status have the integer fields that it needs. */
function scaleOf(random: Random, { status, body }: Parts): JsonObject {
  const { properties } = status.schema;
  if (body === "root" || !("replicas" in membersOf(properties)) || random.chance(0.3)) return {};
  return {
    scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
  };
}

interface VersionParts {
  readonly schema: JsonObject;
  readonly subresources: JsonObject;
}

/** A single version, or several versions with the same schema. */
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
    schema: { openAPIV3Schema: schema },
    subresources,
    ...columns,
    ...selectable,
    ...(index > 0 && random.chance(0.3) ? { deprecated: true } : {}),
  }));
}

/** Paths of strings in the spec, which clients may then use in field selectors. */
function selectableIn({ properties }: JsonObject): readonly string[] {
  const { spec } = membersOf(properties);
  const own = membersOf(membersOf(spec)["properties"]);
  return Object.entries(own).flatMap(([name, schema]) =>
    membersOf(schema)["type"] === "string" && /^[a-z]+$/iu.test(name) ? [`.spec.${name}`] : [],
  );
}

/** The preferred version: stable versions before beta and alpha versions, newer versions first. */
function preferredOf(versions: readonly JsonObject[]): string {
  const [first] = versions;
  const { name } = membersOf(first);
  return typeof name === "string" ? name : "v1";
}
