import type { Requirement } from "../requirement.ts";

/** PLACEHOLDER */
export const write = {
  "write.stores-submitted-status": {
    statement: "A status write that names the current version stores exactly the submitted status.",
    reason: "",
    sources: [],
    rows: [],
  },
  "write.returns-complete-object": {
    statement: "The reply to a status write is the complete stored object, with the new version.",
    reason: "",
    sources: [],
    rows: [],
  },
  "write.visible-to-later-reads": {
    statement: "An accepted status write is visible to every later read and list.",
    reason: "",
    sources: [],
    rows: [],
  },
  "write.omitted-members-unchanged": {
    statement: "A partial status write leaves the members that it omits as they are.",
    reason: "",
    sources: [],
    rows: [],
  },
  "write.null-clears-member": {
    statement: "A status write clears the members that it sends as null.",
    reason: "",
    sources: [],
    rows: [],
  },
  "write.lists-are-replaced": {
    statement: "A list in a status write replaces the stored list as a whole.",
    reason: "",
    sources: [],
    rows: [],
  },
  "write.keeps-identity": {
    statement: "A status write leaves name, namespace, uid and creation time as they are.",
    reason: "",
    sources: [],
    rows: [],
  },
  "write.no-status-mutation-without-status": {
    statement: "A kind without a status subresource has no status mutation.",
    reason: "",
    sources: [],
    rows: [],
  },
} as const satisfies Record<`write.${string}`, Requirement>;
