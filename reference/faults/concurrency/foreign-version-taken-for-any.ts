import { defineFault } from "../../store/fault.ts";

/** What cannot be read as a number is taken for "no version given". */
export const foreignVersionTakenForAny = defineFault({
  name: "foreign-version-taken-for-any",
  summary: "A status write with a version that is no number is carried out without a precondition.",
  breaks: ["concurrency.foreign-version-refused"],
  change: (rules) => ({
    precondition: (request, stored) => {
      const isWord = /^[a-z]/.test(request.resourceVersion ?? "");
      return request.verb === "updateStatus" && isWord
        ? undefined
        : rules.precondition(request, stored);
    },
  }),
});
