import type { ClusterSystem } from "../exhibit.ts";
import { inGo, newModule } from "./go-program.ts";

/**
 * The staging modules of Kubernetes that all releases in the museum contain. Their versions match the release, but with
 * major version 0.
 */
const staged = [
  "api",
  "apiextensions-apiserver",
  "apimachinery",
  "apiserver",
  "cli-runtime",
  "client-go",
  "cloud-provider",
  "cluster-bootstrap",
  "code-generator",
  "component-base",
  "component-helpers",
  "controller-manager",
  "cri-api",
  "cri-client",
  "cri-streaming",
  "csi-translation-lib",
  "dynamic-resource-allocation",
  "endpointslice",
  "externaljwt",
  "kms",
  "kube-aggregator",
  "kube-controller-manager",
  "kube-proxy",
  "kube-scheduler",
  "kubectl",
  "kubelet",
  "legacy-cloud-providers",
  "metrics",
  "mount-utils",
  "pod-security-admission",
  "sample-apiserver",
  "sample-cli-plugin",
  "sample-controller",
  "streaming",
] as const;

export const kubeApiserver: ClusterSystem = {
  method: "cluster",
  name: "kube-apiserver",
  title: "kube-apiserver",
  ...inGo,
  sources: "../../kubernetes/servers/kube-apiserver/main.go",
  build: (release) => [
    newModule,
    [
      "go",
      "mod",
      "edit",
      `-require=k8s.io/kubernetes@v${release}`,
      ...staged.map((module) => {
        const path = `k8s.io/${module}`;
        return `-replace=${path}=${path}@v${release.replace(/^1\./u, "0.")}`;
      }),
    ],
    ["go", "mod", "tidy"],
    [
      "env",
      "CGO_ENABLED=0",
      "go",
      "build",
      "-trimpath",
      "-ldflags",
      `-s -w -X k8s.io/component-base/version.gitVersion=v${release}`,
      "-o",
      "kube-apiserver",
      ".",
    ],
  ],
  program: "kube-apiserver",
};
