import type { JsonObject } from "#contract";
import type { Prerequisite, TrialDefinitions } from "../../port/target.ts";
import { widgetSamples } from "../../samples/widget-samples.ts";
import { widgetSchema } from "../../samples/widget-schema.ts";
import type { SchemaWords, WidgetSchemaOptions } from "../../samples/widget-schema.ts";
import { administeredKinds } from "./administered-kinds.ts";
import type { RestKind } from "./rest-kind.ts";

const qualifiedName =
  "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";

const longInteger: JsonObject = { type: "integer", format: "int64" };

/** The keywords of structural schemas (apiextensions/v1); conditions follow `metav1.Condition`. */
const structuralSchemaWords: SchemaWords = {
  condition: {
    type: "object",
    required: ["type", "status", "reason", "message", "lastTransitionTime"],
    properties: {
      type: { type: "string", maxLength: 316, pattern: qualifiedName },
      status: { type: "string", enum: ["True", "False", "Unknown"] },
      reason: {
        type: "string",
        minLength: 1,
        maxLength: 1_024,
        pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
      },
      message: { type: "string", maxLength: 32_768 },
      lastTransitionTime: { type: "string", format: "date-time" },
      observedGeneration: { ...longInteger, minimum: 0 },
    },
  },
  longInteger,
  conditionList: mapOf("type"),
  endpointList: mapOf("name"),
  keepsUnknown: { "x-kubernetes-preserve-unknown-fields": true },
};

function mapOf(key: string): JsonObject {
  return { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [key] };
}

export interface OwnKindPlaces {
  readonly namespaces: readonly string[];
  readonly suffix: string;
}

export interface OwnKind {
  readonly kind: RestKind;
  readonly definition: Prerequisite;
}

export const ownGroup = "conformance.example.com";

const version = "v1";

/** An API version in which a kind is served but not stored. */
const otherVersion = "v1beta1";

/** Default status of `WidgetD`. -1 means that no generation has been observed yet. */
const beginning: JsonObject = { observedGeneration: -1 };

/**
 * Returns the kinds that a run registers: `Widget` in two versions, `WidgetD` with a default status, `WidgetU` with
 * arbitrary fields, and `Gadget` with a status that is plain content, without a subresource.
 */
export function ownKinds(places: OwnKindPlaces): readonly OwnKind[] {
  return [
    ownKind(places, { name: "Widget", hasStatus: true, otherVersions: [otherVersion] }),
    ownKind(places, { name: "WidgetD", hasStatus: true, statusDefault: beginning }),
    ownKind(places, { name: "WidgetU", hasStatus: true, keepsUnknown: true }),
    ownKind(places, { name: "Gadget", hasStatus: false }),
  ];
}

export function trialKind(
  places: OwnKindPlaces,
  name: string,
): { readonly kind: RestKind; readonly definitions: TrialDefinitions } {
  const moreStatus = { rank: { type: "integer", default: 5 } };
  const { kind } = ownKind(places, { name, hasStatus: true });
  return {
    kind,
    definitions: {
      plain: definitionSpec({ ...kind, hasStatus: false }, { moreStatus }),
      withStatus: definitionSpec(kind, { moreStatus }),
      tightened: definitionSpec(kind, { moreStatus, mostSize: 5 }),
    },
  };
}

interface KindForm {
  readonly name: string;
  readonly hasStatus: boolean;
  readonly statusDefault?: JsonObject;
  readonly keepsUnknown?: boolean;
  readonly otherVersions?: readonly string[];
}

function ownKind({ namespaces, suffix }: OwnKindPlaces, form: KindForm): OwnKind {
  const { name, hasStatus, statusDefault, keepsUnknown = false, otherVersions } = form;
  const beginsWith = statusDefault === undefined ? {} : { statusDefault };
  const kind: RestKind = {
    name,
    literal: `${name}${suffix}`,
    plural: `${name.toLowerCase()}s${suffix}`,
    group: ownGroup,
    version,
    ...(otherVersions === undefined ? {} : { otherVersions }),
    scope: "namespaced",
    namespaces,
    hasStatus,
    ...(hasStatus ? { hasScale: true as const } : {}),
    samples: widgetSamples,
    ...beginsWith,
    ...(keepsUnknown ? { keepsUnknown } : {}),
    isRuntime: true,
    body: "spec",
  };
  const key = { kind: administeredKinds.definition, name: definitionName(kind) };
  const schema = { ...beginsWith, keepsUnknown };
  return { kind, definition: { key, spec: definitionSpec(kind, schema) } };
}

export function definitionName({ plural, group }: Pick<RestKind, "group" | "plural">): string {
  return `${plural}.${group}`;
}

function definitionSpec(kind: RestKind, schema: WidgetSchemaOptions): JsonObject {
  const { group, literal, plural, hasScale, hasStatus, otherVersions = [] } = kind;
  const scale = { specReplicasPath: ".spec.size", statusReplicasPath: ".status.num" };
  const served = {
    served: true,
    schema: { openAPIV3Schema: widgetSchema(structuralSchemaWords, schema) },
    ...(hasStatus ? { subresources: { status: {}, ...(hasScale === true ? { scale } : {}) } } : {}),
  };
  return {
    group,
    scope: "Namespaced",
    names: { kind: literal, listKind: `${literal}List`, plural, singular: literal.toLowerCase() },
    versions: [kind.version, ...otherVersions].map((name) => ({
      name,
      storage: name === kind.version,
      ...served,
    })),
  };
}
