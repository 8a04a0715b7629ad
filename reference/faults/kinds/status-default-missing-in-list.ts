import { defineFault } from "../../store/fault.ts";

/** Defaults are filled in for one object at a time. */
export const statusDefaultMissingInList = defineFault({
  name: "status-default-missing-in-list",
  summary: "A list shows no default status.",
  breaks: ["write.status-default-is-visible"],
  change: (rules) => ({
    listed: (access, states) => {
      const object = rules.listed(access, states);
      if (object === undefined || states.hasDefaultStatus !== true) return object;
      const { status: _default, ...rest } = object;
      return rest;
    },
  }),
});
