import type { JsonObject } from "#contract";
import { widgetSamples } from "../../samples/widget-samples.ts";
import { widgetSchema } from "../../samples/widget-schema.ts";
import type { WidgetSchemaOptions } from "../../samples/widget-schema.ts";
import type { Prerequisite, TrialDefinitions } from "../../port/target.ts";
import { administeredKinds } from "./administered-kinds.ts";
import type { RestKind } from "./rest-kind.ts";
import { structuralSchemaWords } from "./structural-schema-words.ts";

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

/** The status of every new `WidgetD`: no observed generation (kstatus). */
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
  const { group, literal, plural, hasStatus, otherVersions = [] } = kind;
  const served = {
    served: true,
    schema: { openAPIV3Schema: widgetSchema(structuralSchemaWords, schema) },
    ...(hasStatus ? { subresources: { status: {} } } : {}),
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
