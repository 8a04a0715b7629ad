import type { Fault } from "../store/fault.ts";
import { defineFault } from "../store/fault.ts";
import { overlooking } from "./fault-parts.ts";
import type { WriteRequest } from "../kinds/store-requests.ts";
import { refuse } from "../values/refusal.ts";

export const lifecycleFaults: readonly Fault[] = [
  defineFault({
    name: "plain-status-not-validated",
    summary: "The status of a kind without a status subresource is stored without validation.",
    breaks: ["kinds.plain-status-is-validated"],
    change: (rules) => ({
      validate: overlooking(
        rules,
        ({ field = "" }, { verb }) => verb !== "updateStatus" && field.startsWith("status."),
      ),
    }),
  }),
  defineFault({
    name: "subresource-fixed-at-definition",
    summary: "A kind that gets a status subresource later is served as if it had none.",
    breaks: ["kinds.status-outlives-its-separation"],
    change: (rules) => ({
      definedKind: (kind, served) =>
        rules.definedKind({ ...kind, hasStatus: served?.hasStatus ?? kind.hasStatus }, served),
    }),
  }),
  defineFault({
    name: "objects-of-removed-kind-go-silently",
    summary: "Objects that are deleted with their kind's definition cause no event.",
    breaks: ["kinds.objects-go-with-definition"],
    change: (rules) => {
      // Only a delete request calls `terminatingObject`; deleting the kind does not.
      const asked = new WeakSet<WriteRequest>();
      return {
        terminatingObject: (request, stored, deletionTimestamp) => {
          asked.add(request);
          return rules.terminatingObject(request, stored, deletionTimestamp);
        },
        announce: (outcome) =>
          outcome.result === "committed" &&
          outcome.request.verb === "delete" &&
          outcome.isRemoval &&
          !asked.has(outcome.request)
            ? []
            : rules.announce(outcome),
      };
    },
  }),
  defineFault({
    name: "statusless-kind-looks-missing",
    summary:
      "A status write to a kind without a status subresource is rejected as if the object were missing.",
    breaks: ["kinds.missing-status-is-told-apart"],
    change: (rules) => ({
      report: (refusal) => {
        const isStatusless = (refusal.causes ?? []).some(({ message }) =>
          message.includes("has no status"),
        );
        return rules.report(isStatusless ? { ...refusal, code: "NOT_FOUND" } : refusal);
      },
    }),
  }),
  defineFault({
    name: "late-finalizer-accepted",
    summary: "Finalizers may be added to an object that is being deleted.",
    breaks: ["deletion.new-finalizers-refused"],
    change: (rules) => ({
      validate: overlooking(
        rules,
        ({ reason, field = "" }) =>
          reason === "FieldForbidden" && field.startsWith("metadata.finalizers["),
      ),
    }),
  }),
  defineFault({
    name: "deletion-request-not-counted",
    summary: "A request to delete an object that has finalizers does not increment the generation.",
    breaks: ["generation.counts-requested-deletion"],
    change: (rules) => ({
      generation: (change) => {
        const { before, request } = change;
        const isRequest = request.verb === "delete" && before?.metadata.generation !== undefined;
        return isRequest ? before.metadata.generation : rules.generation(change);
      },
    }),
  }),
  defineFault({
    name: "observed-generation-as-text",
    summary: "The observed generation of a run-time kind is a string in lists.",
    breaks: [
      "readiness.observed-generation-is-an-integer",
      "write.visible-to-later-reads",
      "write.status-default-is-visible",
      "readiness.same-for-every-reader",
      "allocation.survives-other-writes",
    ],
    requires: ["kinds.runtime", "status.observedGeneration"],
    change: (rules) => ({
      listed: (access, states) => {
        const object = rules.listed(access, states);
        const observed = object?.status?.["observedGeneration"];
        return access.style === "typed" || typeof observed !== "number" || object === undefined
          ? object
          : { ...object, status: { ...object.status, observedGeneration: String(observed) } };
      },
    }),
  }),
  defineFault({
    name: "observed-generation-kept-current",
    summary: "A change to the spec also updates the observed generation.",
    breaks: [
      "allocation.answer-belongs-to-its-generation",
      "readiness.never-current-unobserved",
      "isolation.spec-write-never-changes-status",
      "concurrency.no-op-keeps-version",
      "watch.nothing-for-no-op",
      "allocation.survives-other-writes",
    ],
    requires: ["status.observedGeneration"],
    change: (rules) => ({
      updateObject: (request, stored) => {
        const updated = rules.updateObject(request, stored);
        const observed = updated.status?.["observedGeneration"];
        const isCurrent = observed === stored.metadata.generation;
        return request.content.spec === undefined || !isCurrent || typeof observed !== "number"
          ? updated
          : { ...updated, status: { ...updated.status, observedGeneration: observed + 1 } };
      },
    }),
  }),
  defineFault({
    name: "status-belongs-to-first-manager",
    summary:
      "After a status write by one manager, plain status writes by all other managers are rejected.",
    breaks: ["allocation.ownership-is-advisory", "apply.other-writes-never-conflict"],
    change: (rules) => ({
      ownership: (request, stored, after) => {
        const { form, verb, options, identity } = request;
        if (verb !== "updateStatus" || form === "apply") {
          return rules.ownership(request, stored, after);
        }
        const manager = options.fieldManager ?? identity.name;
        const owners = (stored?.metadata.managedFields ?? []).filter(
          ({ subresource }) => subresource === "status",
        );
        return owners.some((owner) => owner.manager !== manager)
          ? refuse("CONFLICT", "The status belongs to another manager.")
          : rules.ownership(request, stored, after);
      },
    }),
  }),
];
