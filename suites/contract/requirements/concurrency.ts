import type { Requirement } from "../requirement.ts";

/** PLACEHOLDER */
export const concurrency = {
  "concurrency.stale-status-write-conflicts": {
    statement:
      "A status write that names a version which is no longer current is refused as a conflict.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.stale-spec-write-conflicts": {
    statement:
      "A spec write that names a version which is no longer current is refused as a conflict.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.spec-and-status-share-the-version": {
    statement: "A spec write makes a held status write stale, and the reverse.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.version-required": {
    statement: "A status write without a version is refused.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.empty-version-refused": {
    statement: "An empty version is refused, not taken as no precondition.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.foreign-version-refused": {
    statement: "A version that the server never issued is refused, not taken as no precondition.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.one-winner": {
    statement: "Of concurrent status writes that name the same version exactly one is accepted.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.no-lost-increment": {
    statement: "Increments by read, write and retry on conflict are never lost.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.version-changes-with-content": {
    statement: "Every stored change gives the object a new version.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.no-op-keeps-version": {
    statement: "A write that changes nothing succeeds and keeps the version.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.versions-advance": {
    statement:
      "Later versions of an object are delivered later on a watch, and none is ever reused.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.conflict-tells-current-version": {
    statement: "A conflict tells the version that is current.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.uid-precondition": {
    statement:
      "A status write that names another uid than the stored one is refused as a conflict.",
    reason: "",
    sources: [],
    rows: [],
  },
  "concurrency.old-incarnation-write-conflicts": {
    statement:
      "After deletion and re-creation under the same name, a write meant for the old object is refused.",
    reason: "",
    sources: [],
    rows: [],
  },
} as const satisfies Record<`concurrency.${string}`, Requirement>;
