/** A document or code base from which requirements were derived, pinned to the version that was read. */
export interface Source {
  readonly title: string;
  /** The commit or version. Absent for documents without one. */
  readonly revision?: string;
}

/** All sources. The first five are the documents on which the project is based. */
export const sources = {
  "graphql-status-contract": {
    title:
      "Initiative: a first-class status subresource contract in GraphQL (gitstore-dev/GitStore issue 166)",
  },
  "kep-2527": { title: "KEP-2527: clarify if and how controllers may track state in status" },
  "deferred-flush": {
    title: "Pull request: update owner status outside of component reconciliation",
  },
  "kstatus-race": { title: 'Cluster API issue: avoid the "resource is ready" race with kstatus' },
  "client-status-api": { title: "kubex documentation: the status API of a Kubernetes client" },
  "kubernetes/apiserver": { title: "Kubernetes generic API server", revision: "24a394e516bf" },
  "kubernetes/apiextensions-apiserver": {
    title: "Kubernetes API server for custom resources",
    revision: "1aa2717a552e",
  },
  "kubernetes/apimachinery": { title: "Kubernetes API machinery", revision: "eed236ceee2c" },
  "kubernetes/client-go": { title: "Kubernetes client for Go", revision: "32ce75a7d6bc" },
  /** Not pinned: each reference states its own revision, if known. */
  "kubernetes/kubernetes": { title: "Kubernetes: role rules, integration and end-to-end tests" },
  "kubernetes/api-conventions": {
    title: "Kubernetes API conventions and controller guidelines (kubernetes/community)",
    revision: "24e7d8f5409c",
  },
  "kubernetes/enhancements": {
    title: "Kubernetes enhancement proposals",
    revision: "64765b4b0238",
  },
  "etcd/robustness": {
    title: "etcd robustness tests: guarantees of a watch",
    revision: "c34dc7ee0048",
  },
  "cli-utils/kstatus": {
    title: "kstatus, the readiness rules of sigs.k8s.io/cli-utils",
    revision: "5895ad6c17dd",
  },
  gitstore: { title: "GitStore, a GraphQL API with a status contract", revision: "178522cb0705" },
  /** Threads of several repositories: each reference names its repository. */
  "issue-threads": { title: "Issues and reviews of projects that build on status subresources" },
  "rfc-7386": { title: "RFC 7386: JSON Merge Patch" },
  "rfc-6902": { title: "RFC 6902: JSON Patch" },
  "graphql-spec": { title: "GraphQL specification, October 2021" },
  "graphql-over-http": { title: "GraphQL over HTTP, working draft" },
  "graphql-transport-ws": { title: "GraphQL over WebSocket protocol: graphql-transport-ws" },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;

export function isSourceName(text: string): text is SourceName {
  return Object.hasOwn(sources, text);
}

/** The documents on which the project is based. A test checks that each is the source of some requirement. */
export const startingSources = [
  "graphql-status-contract",
  "kep-2527",
  "deferred-flush",
  "kstatus-race",
  "client-status-api",
] as const satisfies readonly SourceName[];
