import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue, Resource } from "#contract";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";

const kind = "Service";

/** Freedoms under which the controllers' condition would be invalid. */
const narrowConditions = [
  "condition-words-in-capitals",
  "conditions-without-reasons",
  "condition-types-are-an-enum",
];

const why = "Several controllers may write the same objects, each with its own fields.";

export const otherWriterFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "another-controller-reports",
    summary: "A controller reports each generation of a Service in its own condition.",
    why,
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties: conditions" },
    ],
    disturbs: [kind],
    decides: "other writers",
    excludes: narrowConditions,
    change: (rules) => ({
      followUp: (request, written) =>
        isAuthored(request) ? withAudit : rules.followUp(request, written),
    }),
  }),
  defineFreedom({
    name: "another-controller-annotates",
    summary:
      "A controller records the generation that it has seen in an annotation of each Service.",
    why,
    sources: [{ source: "kubernetes/kubernetes", at: "deployment.kubernetes.io/revision" }],
    disturbs: [kind],
    decides: "other writers",
    change: (rules) => ({
      followUp: (request, written) =>
        isAuthored(request) ? withNote : rules.followUp(request, written),
    }),
  }),
  defineFreedom({
    name: "another-controller-answers-reports",
    summary: "After each status write to a Service, a controller adds its own condition.",
    why,
    sources: [
      { source: "kubernetes/api-conventions", at: "Typical status properties: conditions" },
    ],
    disturbs: [kind],
    decides: "other writers",
    excludes: narrowConditions,
    change: (rules) => ({
      followUp: (request, written) =>
        request.key.kind === kind && request.verb === "updateStatus"
          ? withAudit
          : rules.followUp(request, written),
    }),
  }),
];

function isAuthored({ key, verb }: WriteRequest): boolean {
  return key.kind === kind && verb !== "updateStatus";
}

const auditType = "Audited";

function withAudit(stored: Resource): Resource {
  const { conditions } = stored.status ?? {};
  const others = isJsonList(conditions) ? conditions.filter((one) => !isAudit(one)) : [];
  const audit = {
    type: auditType,
    status: "True",
    reason: "Seen",
    message: `generation ${stored.metadata.generation ?? 0}`,
    lastTransitionTime: stored.metadata.creationTimestamp ?? "2020-01-01T00:00:00Z",
  };
  return { ...stored, status: { ...stored.status, conditions: [...others, audit] } };
}

function isAudit(condition: JsonValue): boolean {
  return isJsonObject(condition) && condition["type"] === auditType;
}

function withNote(stored: Resource): Resource {
  const seen = String(stored.metadata.generation ?? 0);
  const annotations = { ...stored.metadata.annotations, "reference.example/seen": seen };
  return { ...stored, metadata: { ...stored.metadata, annotations } };
}
