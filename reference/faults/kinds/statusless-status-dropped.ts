import { defineFault } from "../../store/fault.ts";
import type { Content } from "../../kinds/requests.ts";

/** The main endpoint clears the status for all kinds, also for those that have no other. */
export const statuslessStatusDropped = defineFault({
  name: "statusless-status-dropped",
  summary: "A status that is plain content is dropped by creations and updates.",
  breaks: [
    "kinds.plain-status-is-stored",
    "generation.counts-plain-status",
    "kinds.plain-status-is-validated",
    "kinds.status-outlives-its-separation",
  ],
  change: (rules) => ({
    createObject: (request, stamp) =>
      rules.createObject({ ...request, content: withoutStatus(request.content) }, stamp),
    updateObject: (request, stored) =>
      rules.updateObject({ ...request, content: withoutStatus(request.content) }, stored),
  }),
});

function withoutStatus({ status: _dropped, ...content }: Content): Content {
  return content;
}
