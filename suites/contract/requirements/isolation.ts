import type { Requirement } from "../requirement.ts";

/** PLACEHOLDER */
export const isolation = {
  "isolation.status-write-never-changes-spec": {
    statement: "No status write, accepted or refused, ever changes the stored spec.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.status-write-never-changes-metadata": {
    statement: "No status write, accepted or refused, ever changes author-owned metadata.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.spec-in-status-write-is-rejected": {
    statement: "A status write that carries a spec is refused.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.metadata-in-status-write-is-rejected": {
    statement: "A status write that carries author-owned metadata is refused.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.spec-write-never-changes-status": {
    statement: "No write of spec or metadata ever changes the stored status.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.status-in-spec-write-is-rejected": {
    statement: "A spec write that carries a status is refused.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.create-never-stores-status": {
    statement: "A status submitted with a creation is never stored.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.unknown-members-never-stored": {
    statement: "Members that the kind does not define are never stored by a status write.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.one-way-of-refusing": {
    statement:
      "Foreign members are treated in one way, whatever the member and wherever it stands.",
    reason: "",
    sources: [],
    rows: [],
  },
  "isolation.refused-write-changes-nothing": {
    statement: "A refused write changes nothing in the stored object.",
    reason: "",
    sources: [],
    rows: [],
  },
} as const satisfies Record<`isolation.${string}`, Requirement>;
