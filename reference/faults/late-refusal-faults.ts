import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue, Resource } from "#contract";
import type { WriteRequest } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";
import { refuse } from "../values/refusal.ts";

/** Valid writes that are stored, and then rejected because of a later failure, for example of a notification. */
export const lateRefusalFaults: readonly Fault[] = [
  defineFault({
    name: "degraded-report-fails-after-commit",
    summary: "A status write with a Degraded condition is stored, and then rejected.",
    breaks: ["isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
    mayBreak: [
      "isolation.stored-spec-not-validated-again",
      "kinds.status-outlives-its-separation",
      "write.apply-works-for-every-kind",
    ],
    requires: ["status.conditions"],
    change: (rules) =>
      refusingAfterCommit(
        rules,
        ({ verb, content }) => verb === "updateStatus" && isDegraded(content.status),
      ),
  }),
  defineFault({
    name: "update-fails-after-commit",
    summary: "An update with the type NodePort is stored, and then rejected.",
    breaks: ["isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
    requires: [],
    change: (rules) =>
      refusingAfterCommit(rules, (request) => request.verb === "update" && isOfNodePort(request)),
  }),
  defineFault({
    name: "creation-fails-after-commit",
    summary: "A create request with the type NodePort is executed, and then rejected.",
    breaks: ["isolation.refused-write-changes-nothing"],
    requires: [],
    change: (rules) =>
      refusingAfterCommit(rules, (request) => request.verb === "create" && isOfNodePort(request)),
  }),
  defineFault({
    name: "deletion-fails-after-commit",
    summary:
      "A delete request for an object with a Degraded condition is executed, and then rejected.",
    breaks: ["isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
    requires: ["delete", "status.conditions"],
    change: (rules) =>
      refusingAfterCommit(
        rules,
        ({ verb }) => verb === "delete",
        (stored) => isDegraded(stored?.status),
      ),
  }),
];

function refusingAfterCommit(
  rules: Rules,
  isAffected: (request: WriteRequest) => boolean,
  isOfAffected: (stored: Resource | undefined) => boolean = () => true,
): Partial<Rules> {
  const sought = new WeakSet<WriteRequest>();
  return {
    writeSteps: (request) => [
      ...rules.writeSteps(request),
      ...(isAffected(request) ? (["existence"] as const) : []),
    ],
    existence: (request, stored) => {
      // The second call follows the commit.
      if (sought.has(request)) {
        return isOfAffected(stored)
          ? refuse("INTERNAL", "The change could not be announced.")
          : undefined;
      }
      sought.add(request);
      return rules.existence(request, stored);
    },
  };
}

function isDegraded(status: JsonValue | undefined): boolean {
  const conditions = isJsonObject(status) ? status["conditions"] : undefined;
  return (
    isJsonList(conditions) &&
    conditions.some((one) => isJsonObject(one) && one["type"] === "Degraded")
  );
}

function isOfNodePort({ content: { spec } }: WriteRequest): boolean {
  return isJsonObject(spec) && spec["type"] === "NodePort";
}
