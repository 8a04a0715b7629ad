/** A released module with definitions of kinds in it. Nothing of it is kept here: it is fetched when it is needed. */
export interface Project {
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** Files of definitions, or folders of such files, from the root of the module. */
  readonly paths: readonly string[];
}

/** Projects whose definitions are tried, pinned by version. */
export const projects: readonly Project[] = [
  {
    name: "argo-cd",
    module: "github.com/argoproj/argo-cd/v2",
    version: "v2.14.21",
    paths: ["manifests/crds"],
  },
  {
    name: "argo-rollouts",
    module: "github.com/argoproj/argo-rollouts",
    version: "v1.8.3",
    paths: ["manifests/crds"],
  },
  {
    name: "cert-manager",
    module: "github.com/cert-manager/cert-manager",
    version: "v1.21.2",
    paths: ["deploy/crds"],
  },
  {
    name: "cluster-api",
    module: "sigs.k8s.io/cluster-api",
    version: "v1.14.2",
    paths: [
      "core/config/crd/bases",
      "bootstrap/kubeadm/config/crd/bases",
      "controlplane/kubeadm/config/crd/bases",
    ],
  },
  {
    name: "external-secrets",
    module: "github.com/external-secrets/external-secrets",
    version: "v1.3.2",
    paths: ["config/crds/bases"],
  },
  {
    name: "gateway-api",
    module: "sigs.k8s.io/gateway-api",
    version: "v1.4.1",
    paths: ["config/crd/standard"],
  },
  {
    name: "keda",
    module: "github.com/kedacore/keda/v2",
    version: "v2.21.0",
    paths: ["config/crd/bases"],
  },
  {
    name: "knative-serving",
    module: "knative.dev/serving",
    version: "v0.51.0",
    paths: ["config/core/300-resources"],
  },
  {
    name: "prometheus-operator",
    module: "github.com/prometheus-operator/prometheus-operator",
    version: "v0.85.0",
    paths: ["example/prometheus-operator-crd"],
  },
];
