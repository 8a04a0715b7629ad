import { defineFault } from "../../store/fault.ts";

/** Where there is no route there is no object. */
export const statuslessKindLooksMissing = defineFault({
  name: "statusless-kind-looks-missing",
  summary: "A status write to a kind without a status is refused as if its object were missing.",
  breaks: ["kinds.missing-status-is-told-apart"],
  change: (rules) => ({
    report: (refusal) => {
      const isStatusless = (refusal.causes ?? []).some(({ message }) =>
        message.includes("has no status"),
      );
      return rules.report(isStatusless ? { ...refusal, code: "NOT_FOUND" } : refusal);
    },
  }),
});
