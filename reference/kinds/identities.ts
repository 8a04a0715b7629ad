export type Verb = "get" | "list" | "watch" | "create" | "update" | "delete";

/** One permission. `*` matches everything. */
export interface Grant {
  /**
   * `Service` is the object, `Service/status` its status; with `*` for the kind, all objects or all statuses. A
   * permission on an object does not include its status, nor the reverse.
   */
  readonly resources: readonly string[];
  readonly verbs: readonly (Verb | "*")[];
  /**
   * Defaults to all namespaces and cluster-scoped kinds. Listed namespaces exclude lists over all namespaces and
   * cluster-scoped objects.
   */
  readonly namespaces?: readonly string[];
  /** Defaults to all names. Listed names exclude lists and watches. */
  readonly names?: readonly string[];
}

export interface RateLimit {
  readonly requests: number;
  /** Duration of a window, which starts with a request. */
  readonly windowSeconds: number;
}

/** A caller known to the server. */
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

/** A controller of one namespace. */
const tenant: Identity = {
  name: "tenant",
  grants: [reading, reporting].map((grant) => ({ ...grant, namespaces: ["default"] })),
};

/** A reporting agent that may not read objects. */
const reporter: Identity = { name: "reporter", grants: [reporting] };

/** An agent for objects of one name in any namespace. */
const assignee: Identity = {
  name: "assignee",
  grants: [
    { resources: ["*"], verbs: ["get"], names: ["conformance-assigned"] },
    { ...reporting, names: ["conformance-assigned"] },
  ],
};

/** A caller with a rate limit. Separate, so that reaching the limit affects no other caller. */
const throttled: Identity = {
  name: "throttled",
  grants: [reading],
  rateLimit: { requests: 10, windowSeconds: 2 },
};

/** The tokens of every reference server, by role. They are public: the server is for demonstration. */
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

/** The identities behind the demo tokens. */
export const tokens: ReadonlyMap<string, Token> = new Map<string, Token>([
  [demoTokens.author, { identity: author, isExpired: false }],
  [
    demoTokens.controller,
    { identity: { name: "controller", grants: [reading, reporting] }, isExpired: false },
  ],
  [demoTokens.reader, { identity: { name: "reader", grants: [reading] }, isExpired: false }],
  [demoTokens.stranger, { identity: { name: "stranger", grants: [] }, isExpired: false }],
  [demoTokens.tenant, { identity: tenant, isExpired: false }],
  [demoTokens.reporter, { identity: reporter, isExpired: false }],
  [demoTokens.assignee, { identity: assignee, isExpired: false }],
  [demoTokens.throttled, { identity: throttled, isExpired: false }],
  [demoTokens.expired, { identity: author, isExpired: true }],
]);
