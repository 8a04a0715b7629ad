import type { FirstState, ObjectRule, RuleContext, WriteStep } from "./controller-rule.ts";

/** A status write specifies the version that it replaces. Needs a driver that observes writes. */
export function namedVersions(_first: FirstState, context: RuleContext): ObjectRule {
  let isReported = false;
  return {
    wrote: ({ write, evidence }: WriteStep) => {
      if (write.by !== "controller" || write.side !== "status" || write.isApply === true) return;
      context.tried("controller.writes-name-their-version");
      if (write.precondition !== undefined || isReported) return;
      isReported = true;
      const detail = "a status write has no version, so it can overwrite newer statuses";
      context.broken("controller.writes-name-their-version", [evidence], detail);
    },
  };
}
