import type { Requirement } from "../requirement.ts";

/** PLACEHOLDER */
export const errors = {
  "errors.reasons-distinguishable": {
    statement:
      "Conflict, not found, forbidden, unauthenticated and invalid are pairwise distinguishable.",
    reason: "",
    sources: [],
    rows: [],
  },
  "errors.machine-code": {
    statement: "Every refusal carries a machine-readable code.",
    reason: "",
    sources: [],
    rows: [],
  },
  "errors.stable-code": {
    statement: "The same mistake gets the same code every time.",
    reason: "",
    sources: [],
    rows: [],
  },
  "errors.missing-object-not-found": {
    statement: "A write to an object that does not exist is refused as not found.",
    reason: "",
    sources: [],
    rows: [],
  },
  "errors.existing-name-already-exists": {
    statement: "A creation under a taken name is refused as already existing.",
    reason: "",
    sources: [],
    rows: [],
  },
  "errors.invalid-status-refused": {
    statement: "A status that violates the kind's shape is refused as invalid.",
    reason: "",
    sources: [],
    rows: [],
  },
  "errors.invalid-names-field": {
    statement: "A refusal as invalid names every member at fault.",
    reason: "",
    sources: [],
    rows: [],
  },
  "errors.existence-before-version": {
    statement:
      "A missing object is reported as such, whatever version and status the write carries.",
    reason: "",
    sources: [],
    rows: [],
  },
  "errors.stale-and-invalid-order": {
    statement: "A write that is both stale and invalid is refused in the declared way, every time.",
    reason: "",
    sources: [],
    rows: [],
  },
} as const satisfies Record<`errors.${string}`, Requirement>;
