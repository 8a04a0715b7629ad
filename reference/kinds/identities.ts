/** What a permission is about. */
export type Verb = "get" | "list" | "watch" | "create" | "update" | "delete";

/** One permission. It says nothing about what it does not list; `*` lists everything. */
export interface Grant {
  /**
   * `Service` is the object, `Service/status` its status; with `*` instead of the kind it is every
   * object or every status. Permission on an object is none on its status, and the reverse.
   */
  readonly resources: readonly string[];
  readonly verbs: readonly (Verb | "*")[];
  /** Defaults to all namespaces and cluster-scoped kinds. A listed namespace covers neither. */
  readonly namespaces?: readonly string[];
  /** Defaults to all names. A listed name never covers a list or a watch. */
  readonly names?: readonly string[];
}

/** The rate limit of a caller. */
export interface RateLimit {
  /** Requests in each window; the next one is refused. */
  readonly requests: number;
  /** Length of a window, which starts with a request. */
  readonly windowSeconds: number;
}

/** A caller that the server knows. */
export interface Identity {
  readonly name: string;
  readonly grants: readonly Grant[];
  /** Unlimited by default. */
  readonly rateLimit?: RateLimit;
}

/** What is known about one bearer token. */
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

/** An agent that reports and sees only the answers. */
const reporter: Identity = { name: "reporter", grants: [reporting] };

/** An agent for the objects of one name, in whatever namespace. */
const assignee: Identity = {
  name: "assignee",
  grants: [
    { resources: ["*"], verbs: ["get"], names: ["conformance-assigned"] },
    { ...reporting, names: ["conformance-assigned"] },
  ],
};

/** A caller with counted requests, so that reaching the limit affects no other caller. */
const throttled: Identity = {
  name: "throttled",
  grants: [reading],
  rateLimit: { requests: 10, windowSeconds: 2 },
};

/** The tokens that every reference server knows, by role. They are no secrets: the server is a demonstration. */
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
