import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";
import type { WriteRequest, WriteStep } from "../kinds/store-requests.ts";
import type { Rules } from "../rules/rules.ts";
import { withoutNulls } from "../values/merge-objects.ts";

export const optionFaults: readonly Fault[] = [
  defineFault({
    name: "dry-run-stores",
    summary: "A dry run stores the write.",
    breaks: [
      "write.dry-run-stores-nothing",
      "write.dry-run-of-spec-stores-nothing",
      "deletion.dry-run-deletes-nothing",
      "write.dry-run-takes-no-version",
      "watch.nothing-for-dry-run",
    ],
    change: () => ({
      isDryRun: () => false,
    }),
  }),
  defineFault({
    name: "dry-run-of-spec-stores",
    summary:
      "A dry run of a creation or of a spec write is stored; only status writes support dry runs.",
    breaks: ["write.dry-run-of-spec-stores-nothing", "watch.nothing-for-dry-run"],
    change: (rules) => ({
      isDryRun: (request) =>
        request.verb !== "create" && request.verb !== "update" && rules.isDryRun(request),
    }),
  }),
  defineFault({
    name: "dry-run-of-spec-counts",
    summary:
      "A dry run of a spec write increments version and generation, but neither stores the spec nor causes an event.",
    breaks: ["write.dry-run-of-spec-stores-nothing"],
    change: (rules) => ({
      isDryRun: (request) => !isSpecTrial(request) && rules.isDryRun(request),
      isNoOp: (request, before, after) =>
        !isSpecTrial(request) && rules.isNoOp(request, before, after),
      updateObject: (request, stored) =>
        isSpecTrial(request) ? stored : rules.updateObject(request, stored),
      generation: (change) =>
        isSpecTrial(change.request)
          ? (change.before?.metadata.generation ?? 0) + 1
          : rules.generation(change),
      announce: (outcome) => (isSpecTrial(outcome.request) ? [] : rules.announce(outcome)),
    }),
  }),
  defineFault({
    name: "dry-run-of-spec-announces",
    summary: "A dry run of a spec write causes an event.",
    breaks: ["watch.nothing-for-dry-run"],
    change: (rules) => ({ announce: announcingTrials(rules, "update") }),
  }),
  defineFault({
    name: "dry-run-of-deletion-deletes",
    summary: "A dry run of a deletion deletes the object; only other writes support dry runs.",
    breaks: ["deletion.dry-run-deletes-nothing", "watch.nothing-for-dry-run"],
    change: (rules) => ({
      isDryRun: (request) => request.verb !== "delete" && rules.isDryRun(request),
    }),
  }),
  defineFault({
    name: "dry-run-of-deletion-announces",
    summary: "A dry run of a deletion causes an event of type DELETED.",
    breaks: ["watch.nothing-for-dry-run"],
    requires: ["delete"],
    change: (rules) => ({
      announce: (outcome) => {
        const entries = rules.announce(outcome);
        if (outcome.result !== "tried" || outcome.request.verb !== "delete") return entries;
        const { before = outcome.after, after } = outcome;
        const version = Number(after.metadata.resourceVersion);
        return [...entries, { type: "DELETED", version, object: after, before }];
      },
    }),
  }),
  defineFault({
    name: "dry-run-announces",
    summary: "A dry run of a status write causes an event.",
    breaks: ["watch.nothing-for-dry-run"],
    change: (rules) => ({ announce: announcingTrials(rules, "updateStatus") }),
  }),
  defineFault({
    name: "dry-run-takes-version",
    summary: "A dry run of a status write changes the version of the object, but not its status.",
    breaks: [
      "write.dry-run-takes-no-version",
      "write.dry-run-stores-nothing",
      "write.dry-run-returns-the-result",
    ],
    change: (rules) => ({
      isDryRun: (request) => request.verb !== "updateStatus" && rules.isDryRun(request),
      isNoOp: (request, before, after) => !isTrial(request) && rules.isNoOp(request, before, after),
      updateStatus: (request, stored, status) =>
        isTrial(request) ? stored : rules.updateStatus(request, stored, status),
      announce: (outcome) => (isTrial(outcome.request) ? [] : rules.announce(outcome)),
    }),
  }),
  defineFault({
    name: "dry-run-answers-stored-object",
    summary: "A dry run of a status write returns the unchanged object.",
    breaks: ["write.dry-run-returns-the-result"],
    change: (rules) => ({
      updateStatus: (request, stored, status) =>
        rules.isDryRun(request) ? stored : rules.updateStatus(request, stored, status),
    }),
  }),
  defineFault({
    name: "dry-run-skips-validation",
    summary: "A dry run of an invalid status is accepted.",
    breaks: ["write.dry-run-is-decided-like-the-write"],
    change: (rules) => ({ writeSteps: withoutStepInTrials(rules, "validation") }),
  }),
  defineFault({
    name: "dry-run-skips-version",
    summary: "A dry run of a status write with a stale version is accepted.",
    breaks: ["write.dry-run-is-decided-like-the-write"],
    change: (rules) => ({ writeSteps: withoutStepInTrials(rules, "precondition") }),
  }),
  defineFault({
    name: "dry-run-skips-authorization",
    summary: "A dry run of a status write is accepted from any caller.",
    breaks: ["write.dry-run-is-decided-like-the-write"],
    change: (rules) => ({ writeSteps: withoutStepInTrials(rules, "authorization") }),
  }),
  defineFault({
    name: "strict-validation-drops",
    summary: "Unknown fields of an untyped JSON status are silently dropped under STRICT.",
    breaks: ["write.strict-validation-refuses-unknown-members"],
    change: (rules) => ({
      tolerate: (request, cause) => {
        const tolerance = rules.tolerate(request, cause);
        const options = { ...request.options, fieldValidation: "IGNORE" };
        const isStrict = request.options.fieldValidation === "STRICT";
        return isStrict ? rules.tolerate({ ...request, options }, cause) : tolerance;
      },
    }),
  }),
  defineFault({
    name: "warn-validation-is-silent",
    summary: "Unknown fields are dropped without a warning under WARN.",
    breaks: ["write.warning-validation-tells-unknown-members"],
    change: (rules) => ({
      tolerate: (request, cause) => {
        const tolerance = rules.tolerate(request, cause);
        return tolerance === "warn" ? "drop" : tolerance;
      },
    }),
  }),
  defineFault({
    name: "ignore-validation-refuses",
    summary: "Unknown fields are rejected under IGNORE.",
    breaks: ["write.ignoring-validation-drops-unknown-members"],
    change: (rules) => ({
      tolerate: (request, cause) => {
        const tolerance = rules.tolerate(request, cause);
        return tolerance === "drop" ? "refuse" : tolerance;
      },
    }),
  }),
  defineFault({
    name: "ignore-validation-stores",
    summary: "Unknown status fields are stored under IGNORE.",
    breaks: [
      "write.ignoring-validation-drops-unknown-members",
      "isolation.unknown-members-never-stored",
    ],
    change: (rules) => ({
      updateStatus: (request, stored, status) => {
        const { content, options } = request;
        if (options.fieldValidation !== "IGNORE")
          return rules.updateStatus(request, stored, status);
        const unknown = withoutNulls(content.foreign.inside);
        return rules.updateStatus(request, stored, { ...unknown, ...status });
      },
    }),
  }),
  defineFault({
    name: "unknown-validation-mode-accepted",
    summary: "An unrecognized mode of field validation is treated as STRICT.",
    breaks: ["write.unknown-validation-mode-refused"],
    change: (rules) => ({
      validateOptions: (request) =>
        rules.validateOptions(request).filter(({ field }) => field !== "options.fieldValidation"),
    }),
  }),
];

function isSpecTrial({ verb, options }: WriteRequest): boolean {
  return verb === "update" && options.isDryRun;
}

function isTrial({ verb, options }: WriteRequest): boolean {
  return verb === "updateStatus" && options.isDryRun;
}

/** Skips a step in dry runs of status writes that may commit. */
function withoutStepInTrials(rules: Rules, skipped: WriteStep): Rules["writeSteps"] {
  return (request) => {
    const steps = rules.writeSteps(request);
    return isTrial(request) && request.mayCommit ? steps.filter((step) => step !== skipped) : steps;
  };
}

function announcingTrials(rules: Rules, verb: WriteRequest["verb"]): Rules["announce"] {
  return (outcome) => {
    const entries = rules.announce(outcome);
    if (outcome.result !== "tried" || outcome.request.verb !== verb) return entries;
    const { before, after } = outcome;
    const version = Number(after.metadata.resourceVersion);
    const entry = { type: "MODIFIED", version, object: after } as const;
    return [...entries, before === undefined ? entry : { ...entry, before }];
  };
}
