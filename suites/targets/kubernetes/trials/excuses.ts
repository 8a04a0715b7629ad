import { holdsList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, RequirementId } from "#contract";
import type { InvalidStatus } from "../../port/target.ts";
import { nodeOf } from "../values/schema-node.ts";
import type { ServedSchema } from "../values/served-schema.ts";

export type Excuses = Readonly<Partial<Record<RequirementId, string>>>;

export interface ExcusedKind {
  /** The location of the author's fields: `spec`, or the root of the object. */
  readonly body: "spec" | "root";
  readonly properties: Readonly<Record<string, JsonValue>>;
  readonly words: JsonObject;
  readonly served: ServedSchema;
  readonly sample: JsonObject;
  readonly counter: string;
  /** Whether the counter can store any count. */
  readonly isCounted: boolean;
  readonly isAllRequired: boolean;
  /** Whether the schema requires properties that samples do not contain. */
  readonly hasRequired: boolean;
  readonly invalidStatuses: readonly InvalidStatus[];
  readonly hasConditions: boolean;
  readonly statuses: readonly JsonObject[];
}

export function excusesOf(kind: ExcusedKind): Excuses {
  return {
    ...omissionExcuses(kind),
    ...invalidExcuses(kind),
    ...reportExcuses(kind),
    ...conditionExcuses(kind),
    ...generationExcuses(kind),
    ...rootExcuses(kind),
    ...mapExcuses(kind),
    ...sharedExcuses(kind),
    ...clearingExcuses(kind),
    ...repetitionExcuses(kind),
  };
}

/** Exempts a status without conditions: the server would drop every condition that a controller reports. */
function conditionExcuses(kind: ExcusedKind): Excuses {
  if (mayHold(kind, "conditions")) return {};
  const reason = "its status has no conditions";
  return {
    "controller.one-writer-per-condition": reason,
    "controller.transition-time-stays-without-flip": reason,
    "controller.transition-time-moves-on-flip": reason,
    "controller.conditions-unique-by-type": reason,
    "controller.conditions-stay": reason,
  };
}

/**
 * Exempts a status without an observed generation. Other requirements check the observed generation of its conditions.
 */
function generationExcuses(kind: ExcusedKind): Excuses {
  if (mayHold(kind, "observedGeneration")) return {};
  const reason = "its status has no observedGeneration";
  return { "controller.observed-generation-never-goes-back": reason };
}

function mayHold({ properties, words }: ExcusedKind, name: string): boolean {
  return (
    name in properties ||
    words["x-kubernetes-preserve-unknown-fields"] === true ||
    words["additionalProperties"] !== undefined
  );
}

/**
 * API servers reset the ownership of `spec` in a status write. They also drop other top-level fields, but do not reset
 * their ownership: see `GetResetFields` in `customresource/status_strategy.go` of apiextensions-apiserver.
 */
function rootExcuses({ body }: ExcusedKind): Excuses {
  if (body === "spec") return {};
  const reason =
    "it has no spec: an API server drops its other fields from a status write, but records their new owner, which changes the version";
  return {
    "isolation.ignored-write-is-no-op": reason,
    "apply.status-write-takes-no-spec": "it has no spec",
  };
}

/** Exempts a status that is a map with typed values: its schema rejects unknown properties of any other type. */
function mapExcuses({ words, served }: ExcusedKind): Excuses {
  const entry = nodeOf(words["additionalProperties"], served).words;
  if (entry["type"] === undefined && entry["x-kubernetes-int-or-string"] !== true) return {};
  const reason = "its status is a map, whose schema defines the type of every entry";
  return { "isolation.open-members-are-stored": reason };
}

/**
 * An API server rejects an apply of an empty status, so requirements about omitted fields need an optional property.
 */
function omissionExcuses({ sample, counter, ...kind }: ExcusedKind): Excuses {
  const isSole = Object.keys(sample).every((name) => name === counter);
  if (kind.isAllRequired || (kind.hasRequired && isSole)) {
    const reason = kind.isAllRequired
      ? "its schema requires every property of the status, so an apply cannot omit any"
      : "its status has only one property that is not required, and an apply cannot omit its " +
        "last property";
    return {
      "apply.removes-omitted-fields": reason,
      "apply.equal-values-are-shared": reason,
      "apply.keeps-shared-fields": reason,
    };
  }
  if (!isSole) return {};
  const reason =
    "its status can have only one property, and an apply cannot omit its last property";
  return { "apply.removes-omitted-fields": reason };
}

function invalidExcuses({ invalidStatuses }: ExcusedKind): Excuses {
  if (invalidStatuses.length > 0) return {};
  const reason = "no status is known that the server rejects because of the schema";
  return { "errors.invalid-status-refused": reason, "errors.stale-and-invalid-order": reason };
}

/**
 * Exempts a status from checks of readiness. These checks need conditions, and an observed generation that may be any
 * number of generations old.
 */
function reportExcuses({ properties, served, sample, hasConditions }: ExcusedKind): Excuses {
  const observed = nodeOf(properties["observedGeneration"], served).words;
  const least = observed["minimum"];
  const isNever = !("observedGeneration" in sample);
  const reason = isNever
    ? "its status has no observedGeneration"
    : typeof least === "number" && least > 0
      ? `its schema rejects an observedGeneration below ${least}`
      : undefined;
  if (reason === undefined) return {};
  return {
    ...(hasConditions
      ? {
          "readiness.same-for-every-reader": reason,
          "readiness.observed-generation-is-an-integer": reason,
        }
      : {}),
    ...(isNever ? {} : { "generation.observed-stored-as-sent": reason }),
  };
}

/**
 * Exempts a status in which two managers cannot apply different values of the same field: one that consists only of
 * lists with keys and sets, whose items have separate owners, or whose properties have only one value each.
 */
function sharedExcuses({ properties, served, sample, statuses, ...kind }: ExcusedKind): Excuses {
  const { counter, isCounted } = kind;
  const isShared = holdsList(sample[counter]) && hasSharedList(properties[counter], served);
  const isSwitched = statuses.some((status) => status[counter] === null);
  if (isCounted || (!isShared && !isSwitched)) return {};
  const reason = isSwitched
    ? "its status has only properties with a single value in addition to the default, so two managers cannot apply different values"
    : "its status has only lists whose items have separate owners, so two managers have no field in common";
  return {
    "apply.conflict-without-force": reason,
    "apply.conflict-names-manager-and-field": reason,
    "apply.force-takes-fields": reason,
    "apply.equal-values-are-shared": reason,
    "apply.keeps-shared-fields": reason,
    "apply.other-writes-take-fields": reason,
    "errors.ownership-conflict-distinguishable": reason,
  };
}

/**
 * Exempts a status without a scalar to clear. Checks do not clear lists and objects, because the server may merge them.
 */
function clearingExcuses({ sample, counter, isCounted }: ExcusedKind): Excuses {
  if (isCounted || typeof sample[counter] !== "object") return {};
  return { "write.null-clears-member": "its status has only lists and objects" };
}

/** Exempts a status whose samples share values: the manager of one sample then owns a field of another sample, too. */
function repetitionExcuses({ statuses }: ExcusedKind): Excuses {
  if (!hasRepetitions(statuses)) return {};
  const reason = "its status has only properties with two values, which managers share";
  return { "apply.force-takes-fields": reason };
}

function hasRepetitions(statuses: readonly JsonObject[]): boolean {
  const [first = {}] = statuses;
  // Checks of managers write three values in sequence, so two values repeat.
  if (statuses.length < 3) return true;
  return Object.keys(first).some((name) => {
    const texts = statuses.map((status) => JSON.stringify(status[name]));
    return new Set(texts).size < statuses.length;
  });
}

/** Whether a schema contains a list whose items have separate owners. Other lists are owned as a whole. */
function hasSharedList(schema: JsonValue | undefined, served: ServedSchema, depth = 0): boolean {
  const { words, properties } = nodeOf(schema, served);
  const kind = words["x-kubernetes-list-type"];
  if (kind === "map" || kind === "set") return true;
  if (words["items"] !== undefined || depth > deepest) return false;
  const inner = [...Object.values(properties), words["additionalProperties"]];
  return inner.some((one) => isJsonObject(one) && hasSharedList(one, served, depth + 1));
}

const deepest = 6;
