import type { Requirement } from "../requirement.ts";

/** PLACEHOLDER */
export const watch = {
  "watch.one-event-per-write": {
    statement:
      "Every effective write is exactly one event on each matching watch: MODIFIED for a status or spec write.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.event-carries-stored-object": {
    statement:
      "An event carries the complete object as the reply to its write had it, with the same version.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.nothing-for-refused": {
    statement: "A refused write is no event.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.nothing-for-no-op": {
    statement: "A write that keeps the version is no event.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.creation-is-added": {
    statement: "A creation is one ADDED event.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.deletion-is-deleted": {
    statement: "A deletion is one DELETED event, with the declared content and a new version.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.ordered": {
    statement: "The events of one object arrive in the order of its writes.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.unique": {
    statement: "No version of an object is delivered twice on one watch.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.no-gap": {
    statement: "Between two delivered versions of an object no version is missing.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.list-then-watch": {
    statement:
      "A watch from a list's version delivers all that came after the list, and nothing of what was in it.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.resumes-after-version": {
    statement: "A watch from a version delivers exactly what came after it.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.expired-cursor-is-refused": {
    statement: "A version older than the retained events ends the watch with a distinct error.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.namespace-filter": {
    statement: "A watch on one namespace delivers the events of that namespace and of no other.",
    reason: "",
    sources: [],
    rows: [],
  },
  "watch.watchers-agree": {
    statement: "All watchers of a collection see the same events of an object in the same order.",
    reason: "",
    sources: [],
    rows: [],
  },
} as const satisfies Record<`watch.${string}`, Requirement>;
