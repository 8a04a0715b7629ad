import type { Requirement } from "../requirement.ts";

/** PLACEHOLDER */
export const authorization = {
  "authorization.author-cannot-write-status": {
    statement: "Permission to write an object gives no permission to write its status.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.controller-cannot-write-spec": {
    statement:
      "Permission to write the status gives no permission to create, update or delete the object.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.controller-needs-no-spec-permission": {
    statement: "Permission on the status alone is enough to write it.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.reader-cannot-write": {
    statement: "Permission to read gives no permission to write.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.stranger-cannot-read": {
    statement: "An identity without permissions can neither read nor list.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.anonymous-refused": {
    statement: "A request without a credential is refused as unauthenticated.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.invalid-credential-refused": {
    statement: "A request with a credential that was never issued is refused as unauthenticated.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.expired-credential-refused": {
    statement: "A request with an expired credential is refused as unauthenticated.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.existence-not-disclosed": {
    statement: "A denied caller gets the same answer for existing and for missing objects.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.before-version-and-validation": {
    statement: "A denied caller is refused before version and content are looked at.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.same-rule-on-every-transport": {
    statement: "An operation is authorized in the same way on every transport that accepts it.",
    reason: "",
    sources: [],
    rows: [],
  },
  "authorization.watch-is-authorized": {
    statement: "A watch is refused to identities that may not read the collection.",
    reason: "",
    sources: [],
    rows: [],
  },
} as const satisfies Record<`authorization.${string}`, Requirement>;
