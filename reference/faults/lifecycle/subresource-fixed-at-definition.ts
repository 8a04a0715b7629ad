import { defineFault } from "../../store/fault.ts";

/** The routes of a kind are made when it is defined first. */
export const subresourceFixedAtDefinition = defineFault({
  name: "subresource-fixed-at-definition",
  summary: "A kind that gets a status subresource later is served as if it had none.",
  breaks: ["kinds.status-outlives-its-separation"],
  change: (rules) => ({
    definedKind: (kind, served) =>
      rules.definedKind({ ...kind, hasStatus: served?.hasStatus ?? kind.hasStatus }, served),
  }),
});
