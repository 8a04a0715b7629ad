import { defineFault } from "../../store/fault.ts";

/** One of the errors is thrown as a plain text. */
export const notFoundHasNoCode = defineFault({
  name: "not-found-has-no-code",
  summary: "A write to a missing object is refused with a message alone.",
  breaks: [
    "errors.machine-code",
    "errors.missing-object-not-found",
    "errors.existence-before-version",
    "write.apply-never-creates",
    "deletion.nothing-comes-back",
  ],
  change: (rules) => ({
    report: (refusal) =>
      refusal.code === "NOT_FOUND"
        ? { message: refusal.message, extensions: { reason: "plain" } }
        : rules.report(refusal),
  }),
});
