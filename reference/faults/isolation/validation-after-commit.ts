import { defineFault } from "../../store/fault.ts";

/** The object is stored first and looked at afterwards, without a way back. */
export const validationAfterCommit = defineFault({
  name: "validation-after-commit",
  summary: "A write of an invalid value is refused, and stored all the same.",
  breaks: [
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
    "errors.stable-code",
  ],
  change: (rules) => ({
    // What does not fit the types could not be read again, and would break more than the write.
    writeSteps: (request) =>
      request.content.causes.length === 0
        ? [...rules.writeSteps(request).filter((step) => step !== "validation"), "validation"]
        : rules.writeSteps(request),
  }),
});
