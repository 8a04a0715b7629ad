export { connectKubernetesTarget } from "./connect.ts";
export type { KubernetesTargetOptions } from "./connect.ts";
export { impersonatingCaller, tokenCaller } from "./caller.ts";
export type { Caller } from "./caller.ts";
export { readKubeconfig } from "./kubeconfig.ts";
export type { ClusterAccess, KubeconfigChoice } from "./kubeconfig.ts";
export type { TlsMaterial } from "./transport.ts";
