import type { Subresource, Verb } from "./requests.ts";

/** One permission. It says nothing about subresources, verbs or kinds that it does not list. */
export interface Grant {
  readonly kinds: readonly string[] | "*";
  /** `""` is the object itself. Permission on it is none on its status, and the reverse. */
  readonly subresource: Subresource;
  readonly verbs: readonly Verb[];
  /** Absent: in all namespaces, and on kinds without one. */
  readonly namespaces?: readonly string[];
  /** Absent: on all names. A grant with names never covers a list or a watch. */
  readonly names?: readonly string[];
}

/** Somebody whom the server knows. */
export interface Identity {
  readonly name: string;
  readonly grants: readonly Grant[];
}

/** What is known about one bearer token. */
export interface Token {
  readonly identity: Identity;
  readonly isExpired: boolean;
}

const reading: Grant = { kinds: "*", subresource: "", verbs: ["get", "list", "watch"] };
const authoring: Grant = { kinds: "*", subresource: "", verbs: ["create", "update", "delete"] };
const reporting: Grant = { kinds: "*", subresource: "status", verbs: ["update"] };

const author: Identity = { name: "author", grants: [reading, authoring] };

/** The tokens that every reference server knows, by role. They are no secrets: the server is a demonstration. */
export const demoTokens = {
  author: "author-token",
  controller: "controller-token",
  reader: "reader-token",
  stranger: "stranger-token",
  expired: "expired-token",
} as const;

/** The identities behind the demo tokens. */
export const tokens: ReadonlyMap<string, Token> = new Map<string, Token>([
  [demoTokens.author, { identity: author, isExpired: false }],
  [
    demoTokens.controller,
    { identity: { name: "controller", grants: [reading, reporting] }, isExpired: false },
  ],
  [demoTokens.reader, { identity: { name: "reader", grants: [reading] }, isExpired: false }],
  [demoTokens.stranger, { identity: { name: "stranger", grants: [] }, isExpired: false }],
  [demoTokens.expired, { identity: author, isExpired: true }],
]);
