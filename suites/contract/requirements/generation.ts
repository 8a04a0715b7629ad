import type { Requirement } from "../requirement.ts";

/** PLACEHOLDER */
export const generation = {
  "generation.starts-at-one": {
    statement: "A new object has generation 1.",
    reason: "",
    sources: [],
    rows: [],
  },
  "generation.counts-spec-changes": {
    statement: "A change of the spec increases the generation by exactly one.",
    reason: "",
    sources: [],
    rows: [],
  },
  "generation.ignores-status-writes": {
    statement: "A status write keeps the generation.",
    reason: "",
    sources: [],
    rows: [],
  },
  "generation.ignores-metadata-writes": {
    statement: "A change of metadata alone keeps the generation.",
    reason: "",
    sources: [],
    rows: [],
  },
  "generation.ignores-no-op-writes": {
    statement: "A spec write that changes nothing keeps the generation.",
    reason: "",
    sources: [],
    rows: [],
  },
  "generation.not-writable": {
    statement: "Clients cannot set the generation.",
    reason: "",
    sources: [],
    rows: [],
  },
  "generation.observed-stored-as-sent": {
    statement: "The observed generation of a status is stored as sent.",
    reason: "",
    sources: [],
    rows: [],
  },
} as const satisfies Record<`generation.${string}`, Requirement>;
