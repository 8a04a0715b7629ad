import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";

/** A common length of text columns. */
const mostCharacters = 255;

/** Faults in single values: texts that are cut, a field that is derived, and a field that reads omit. */
export const valueFaults: readonly Fault[] = [
  defineFault({
    name: "status-texts-cut",
    summary: "Only the first 255 characters of a string in a status write are stored.",
    breaks: [
      "write.stores-submitted-status",
      "conditions.reason-is-a-word",
      "conditions.message-is-bounded",
      "conditions.limits-are-within-bounds",
    ],
    requires: [],
    change: (rules) => ({
      updateStatus: (request, stored, status) => rules.updateStatus(request, stored, cutIn(status)),
    }),
  }),
  defineFault({
    name: "list-items-keep-omitted-fields",
    summary:
      "An ingress without a hostname keeps the hostname of the stored ingress with the same address.",
    breaks: ["write.lists-are-replaced"],
    requires: [],
    change: (rules) => ({
      mergeStatus: (stored, submitted) => {
        const merged = rules.mergeStatus(stored, submitted);
        const [before, after] = [ingressIn(stored), ingressIn(merged)];
        if (after.length === 0) return merged;
        const ingress = after.map((one) => refilled(one, before));
        const { loadBalancer } = merged;
        const others = isJsonObject(loadBalancer) ? loadBalancer : {};
        return { ...merged, loadBalancer: { ...others, ingress } };
      },
    }),
  }),
  defineFault({
    name: "status-write-derives-spec-field",
    summary:
      "A status write sets the type of a Service to ClusterIP, as a setter of the spec might.",
    breaks: ["isolation.status-write-never-changes-spec"],
    mayBreak: ["allocation.answers-are-told-apart", "write.apply-works-for-every-kind"],
    change: (rules) => ({
      updateStatus: (request, stored, status) => {
        const updated = rules.updateStatus(request, stored, status);
        const isService = request.kind.name === "Service";
        return isService ? { ...updated, spec: { ...updated.spec, type: "ClusterIP" } } : updated;
      },
      generation: (change) =>
        change.request.verb === "updateStatus" && change.before !== undefined
          ? (change.before.metadata.generation ?? 1)
          : rules.generation(change),
    }),
  }),
  defineFault({
    name: "reads-hide-conditions",
    summary:
      "Reads and lists omit the conditions; responses to writes and watch events contain them.",
    breaks: [
      "write.visible-to-later-reads",
      "write.returns-complete-object",
      "write.stores-submitted-status",
    ],
    // The effect of a write is judged by a read.
    mayBreak: [
      "write.omitted-members-unchanged",
      "write.lists-are-replaced",
      "write.json-patch-supports-every-operation",
      "write.apply-works-for-every-kind",
      "write.warning-validation-tells-unknown-members",
      "write.ignoring-validation-drops-unknown-members",
      "write.status-default-ends-with-first-write",
      "kinds.plain-status-is-stored",
      "kinds.status-outlives-its-separation",
      "readiness.same-for-every-reader",
    ],
    requires: ["status.conditions"],
    change: (rules) => ({
      read: (access, states) => withoutConditions(rules.read(access, states)),
      listed: (access, states) => withoutConditions(rules.listed(access, states)),
    }),
  }),
];

function cutIn(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cut(inner)]));
}

function cut(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.slice(0, mostCharacters);
  if (isJsonList(value)) return value.map(cut);
  return isJsonObject(value) ? cutIn(value) : value;
}

function ingressIn(status: JsonObject = {}): readonly JsonValue[] {
  const { loadBalancer } = status;
  const ingress = isJsonObject(loadBalancer) ? loadBalancer["ingress"] : undefined;
  return isJsonList(ingress) ? ingress : [];
}

function refilled(item: JsonValue, before: readonly JsonValue[]): JsonValue {
  if (!isJsonObject(item)) return item;
  const known = before.find((one) => isJsonObject(one) && one["ip"] === item["ip"]);
  const hostname = isJsonObject(known) ? (known["hostname"] ?? null) : null;
  return hostname === null || "hostname" in item ? item : { ...item, hostname };
}

function withoutConditions(object: Resource | undefined): Resource | undefined {
  if (object?.status === undefined) return object;
  const { conditions: _hidden, ...status } = object.status;
  return { ...object, status };
}
