import { defineFault } from "../../store/fault.ts";

/** Defaults are filled in when an object is read, and a creation answers with what it made. */
export const statusDefaultMissingOnCreate = defineFault({
  name: "status-default-missing-on-create",
  summary: "The reply to a creation does not have the default status of the kind.",
  breaks: [
    "write.status-default-is-visible",
    "readiness.never-current-unobserved",
    "watch.event-carries-stored-object",
    "deletion.successor-starts-afresh",
  ],
  change: (rules) => ({
    reply: (request, stored) => {
      const reply = rules.reply(request, stored);
      if (request.verb !== "create" || !request.kind.hasStatus) return reply;
      const { status: _default, ...rest } = reply;
      return rest;
    },
  }),
});
