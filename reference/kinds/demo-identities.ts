export type Verb = "get" | "list" | "watch" | "create" | "update" | "delete";

/** A permission. `*` matches everything. */
export interface Grant {
  /**
   * `Service` is the object, and `Service/status` is its status. `*` as the kind means all objects or all statuses.
   * Permission for an object does not include its status, and vice versa.
   */
  readonly resources: readonly string[];
  readonly verbs: readonly (Verb | "*")[];
  /**
   * By default, the permission covers all namespaces, lists across namespaces, and cluster-scoped objects. A list of
   * namespaces covers only these namespaces.
   */
  readonly namespaces?: readonly string[];
  /** Defaults to all names. A list of names excludes lists and watches. */
  readonly names?: readonly string[];
}

export interface RateLimit {
  readonly requests: number;
  /** The duration of a window, in seconds. A window starts with its first request. */
  readonly windowSeconds: number;
}

export interface Identity {
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly rateLimit?: RateLimit;
}

export interface Token {
  readonly identity: Identity;
  readonly isExpired: boolean;
}

const reading: Grant = { resources: ["*"], verbs: ["get", "list", "watch"] };
const authoring: Grant = { resources: ["*"], verbs: ["create", "update", "delete"] };
const reporting: Grant = { resources: ["*/status"], verbs: ["update"] };

const author: Identity = { name: "author", grants: [reading, authoring] };

export const controller: Identity = { name: "controller", grants: [reading, reporting] };

const tenant: Identity = {
  name: "tenant",
  grants: [reading, reporting].map((grant) => ({ ...grant, namespaces: ["default"] })),
};

const reporter: Identity = { name: "reporter", grants: [reporting] };

/** A caller that can read objects with one name, in any namespace, and write their status. */
const assignee: Identity = {
  name: "assignee",
  grants: [
    { resources: ["*"], verbs: ["get"], names: ["conformance-assigned"] },
    { ...reporting, names: ["conformance-assigned"] },
  ],
};

/** A caller with a rate limit. It is a separate identity, so that reaching the limit does not affect other callers. */
const throttled: Identity = {
  name: "throttled",
  grants: [reading],
  rateLimit: { requests: 10, windowSeconds: 2 },
};

/** The tokens of every reference server, by role. They are public, because the server is a demonstration. */
export const demoTokens = {
  author: "author-token",
  controller: "controller-token",
  reader: "reader-token",
  tenant: "tenant-token",
  reporter: "reporter-token",
  assignee: "assignee-token",
  throttled: "throttled-token",
  stranger: "stranger-token",
  expired: "expired-token",
} as const;

export const tokens: ReadonlyMap<string, Token> = new Map<string, Token>([
  [demoTokens.author, { identity: author, isExpired: false }],
  [demoTokens.controller, { identity: controller, isExpired: false }],
  [demoTokens.reader, { identity: { name: "reader", grants: [reading] }, isExpired: false }],
  [demoTokens.stranger, { identity: { name: "stranger", grants: [] }, isExpired: false }],
  [demoTokens.tenant, { identity: tenant, isExpired: false }],
  [demoTokens.reporter, { identity: reporter, isExpired: false }],
  [demoTokens.assignee, { identity: assignee, isExpired: false }],
  [demoTokens.throttled, { identity: throttled, isExpired: false }],
  [demoTokens.expired, { identity: author, isExpired: true }],
]);
