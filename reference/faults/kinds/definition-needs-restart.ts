import { defineFault } from "../../store/fault.ts";

/** The routes of the server are built when it starts. */
export const definitionNeedsRestart = defineFault({
  name: "definition-needs-restart",
  summary: "A kind is not served before the next start of the server.",
  breaks: ["kinds.served-once-defined", "kinds.missing-status-is-told-apart"],
  change: () => ({
    definedKind: (_kind, served) => served,
  }),
});
