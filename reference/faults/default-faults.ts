import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";

export const defaultFaults: readonly Fault[] = [
  defineFault({
    name: "status-default-missing-on-create",
    summary: "The response to a create request lacks the default status of the kind.",
    breaks: [
      "write.status-default-is-visible",
      "readiness.never-current-unobserved",
      "watch.event-carries-stored-object",
    ],
    // The DELETED event shows the default that the last response lacked.
    mayBreak: ["watch.deletion-is-deleted"],
    requires: ["status.default"],
    change: (rules) => ({
      reply: (request, stored) => {
        const reply = rules.reply(request, stored);
        if (request.verb !== "create" || !request.kind.hasStatus) return reply;
        const { status: _default, ...rest } = reply;
        return rest;
      },
    }),
  }),
  defineFault({
    name: "status-default-missing-in-list",
    summary: "A list omits the default status.",
    breaks: ["write.status-default-is-visible"],
    requires: ["status.default", "read.list"],
    change: (rules) => ({
      listed: (access, states) => {
        const object = rules.listed(access, states);
        if (object === undefined || states.hasDefaultStatus !== true) return object;
        const { status: _default, ...rest } = object;
        return rest;
      },
    }),
  }),
  defineFault({
    name: "status-default-missing-in-event",
    summary: "The ADDED event for a new object lacks the default status of the kind.",
    breaks: [
      "write.status-default-is-visible",
      "readiness.never-current-unobserved",
      "watch.event-carries-stored-object",
    ],
    requires: ["status.default", "watch"],
    change: (rules) => ({
      announce: (outcome) =>
        rules.announce(outcome).map((entry) => {
          if (entry.type !== "ADDED" || !outcome.request.kind.hasStatus) return entry;
          const { status: _default, ...object } = entry.object;
          return { ...entry, object };
        }),
    }),
  }),
  defineFault({
    name: "status-default-comes-back",
    summary: "If a status write omits fields of the default status, the defaults reappear.",
    breaks: [
      "write.status-default-ends-with-first-write",
      "write.json-patch-supports-every-operation",
      "apply.removes-omitted-fields",
      "readiness.same-for-every-reader",
      "readiness.observed-generation-is-an-integer",
    ],
    requires: ["status.default"],
    change: (rules) => ({
      updateStatus: (request, stored, status) =>
        rules.updateStatus(request, stored, {
          ...request.kind.structure?.status.default,
          ...status,
        }),
    }),
  }),
  defineFault({
    name: "member-default-creates-status",
    summary: "The defaults of status fields create a status before the first status write.",
    breaks: ["write.member-default-creates-no-status"],
    change: (rules) => ({
      applyDefaults: (request, written) => {
        const completed = rules.applyDefaults(request, written);
        const status = completed.status ?? request.kind.structure?.status.complete({}) ?? {};
        return Object.keys(status).length === 0 ? completed : { ...completed, status };
      },
    }),
  }),
];
