import { defineFault } from "../../store/fault.ts";

/** What a caller may not read was cut from the answers, and nobody was told. */
export const statusReplyFilteredSilently = defineFault({
  name: "status-reply-filtered-silently",
  summary: "A caller who may not read gets the reply to a status write without the spec.",
  breaks: ["authorization.status-reply-as-declared"],
  change: (rules) => ({
    reply: (request, stored) => {
      const mayRead = request.identity.grants.some(({ verbs }) => verbs.includes("get"));
      if (mayRead) return rules.reply(request, stored);
      const { spec: _spec, ...rest } = rules.reply(request, stored);
      return rest;
    },
  }),
});
