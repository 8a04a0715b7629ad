import { defineFault } from "../../store/fault.ts";

/** A cache of missing objects answers the second request, in words of its own. */
export const repeatedNotFoundChangesCode = defineFault({
  name: "repeated-not-found-changes-code",
  summary: "The second write to the same missing object is refused with another code.",
  breaks: [
    "errors.stable-code",
    "write.dry-run-is-decided-like-the-write",
    "deletion.nothing-comes-back",
    "errors.existence-before-version",
    // Two applies to one missing object are sent at once, and either may come first.
    "write.apply-never-creates",
  ],
  change: (rules) => {
    const known = new Set<string>();
    return {
      report: (refusal) => {
        if (refusal.code !== "NOT_FOUND") return rules.report(refusal);
        const code = known.has(refusal.message) ? "INTERNAL" : refusal.code;
        known.add(refusal.message);
        return rules.report({ ...refusal, code });
      },
    };
  },
});
