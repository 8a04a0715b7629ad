import { defineFault } from "../../store/fault.ts";

/** The checks are run, and what the write would do is not worked out. */
export const dryRunAnswersStoredObject = defineFault({
  name: "dry-run-answers-stored-object",
  summary: "A dry run of a status write answers with the object as it is.",
  breaks: ["write.dry-run-returns-the-result"],
  change: (rules) => ({
    updateStatus: (request, stored, status) =>
      rules.isDryRun(request) ? stored : rules.updateStatus(request, stored, status),
  }),
});
