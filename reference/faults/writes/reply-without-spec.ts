import { defineFault } from "../../store/fault.ts";

/** A status write answers with its own half of the object. */
export const replyWithoutSpec = defineFault({
  name: "reply-without-spec",
  summary: "The reply to a status write has no spec.",
  breaks: [
    "write.returns-complete-object",
    "write.visible-to-later-reads",
    "concurrency.one-winner",
    "concurrency.no-op-keeps-version",
    "watch.event-carries-stored-object",
    "watch.deletion-is-deleted",
    "authorization.status-reply-as-declared",
    "allocation.answer-belongs-to-its-generation",
    "allocation.binding-leaves-holder-alone",
  ],
  change: (rules) => ({
    reply: (request, stored) => {
      const reply = rules.reply(request, stored);
      if (request.verb !== "updateStatus") return reply;
      const { spec: _left, ...rest } = reply;
      return rest;
    },
  }),
});
