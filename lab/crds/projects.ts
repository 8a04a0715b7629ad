export interface Project {
  readonly name: string;
  /** The released Go module that contains the CRDs. Downloaded on demand. Absent if the CRDs are in this repository. */
  readonly module?: Module;
  /**
   * Files with definitions, or folders of such files. The paths are absolute, or relative to the root of the module or
   * of this repository.
   */
  readonly paths: readonly string[];
}

export interface Module {
  readonly path: string;
  readonly version: string;
}

type Row = readonly [string, string, string, ...string[]];

const rows: readonly Row[] = [
  ["argo-cd", "github.com/argoproj/argo-cd/v2", "v2.14.21", "manifests/crds"],
  ["argo-rollouts", "github.com/argoproj/argo-rollouts", "v1.8.3", "manifests/crds"],
  ["cert-manager", "github.com/cert-manager/cert-manager", "v1.21.2", "deploy/crds"],
  ["argo-workflows", "github.com/argoproj/argo-workflows/v4", "v4.0.5", "manifests/base/crds/full"],
  [
    "chaos-mesh",
    "github.com/chaos-mesh/chaos-mesh",
    "v0.9.1-0.20260902003049-47411975a8cb",
    "config/crd/bases",
  ],
  [
    "cilium",
    "github.com/cilium/cilium",
    "v1.20.2",
    "pkg/k8s/apis/cilium.io/client/crds/v2",
    "pkg/k8s/apis/cilium.io/client/crds/v2alpha1",
  ],
  [
    "cluster-api",
    "sigs.k8s.io/cluster-api",
    "v1.14.2",
    "core/config/crd/bases",
    "bootstrap/kubeadm/config/crd/bases",
    "controlplane/kubeadm/config/crd/bases",
  ],
  ["cluster-api-aws", "sigs.k8s.io/cluster-api-provider-aws/v2", "v2.13.0", "config/crd/bases"],
  ["cluster-api-operator", "sigs.k8s.io/cluster-api-operator", "v0.29.0", "config/crd/bases"],
  [
    "cluster-autoscaler",
    "k8s.io/autoscaler/cluster-autoscaler/apis",
    "v0.0.0-20240830133931-adfbe7e45277",
    "config/crd",
  ],
  [
    "cluster-inventory-api",
    "sigs.k8s.io/cluster-inventory-api",
    "v0.0.0-20251028164203-2e3fabb46733",
    "config/crd/bases",
  ],
  ["contour", "github.com/projectcontour/contour", "v1.33.8", "examples/contour"],
  [
    "csi-snapshotter",
    "github.com/kubernetes-csi/external-snapshotter/client/v8",
    "v8.7.0",
    "config/crd",
  ],
  ["elastic", "github.com/elastic/cloud-on-k8s/v3", "v3.5.0", "config/crds/v1/resources"],
  [
    "envoy-gateway",
    "github.com/envoyproxy/gateway",
    "v1.9.1",
    "charts/gateway-helm/charts/crds/crds/generated",
  ],
  ["external-dns", "sigs.k8s.io/external-dns", "v0.18.0", "config/crd/standard"],
  [
    "external-secrets",
    "github.com/external-secrets/external-secrets",
    "v1.3.2",
    "config/crds/bases",
  ],
  [
    "f5-bigip",
    "github.com/F5Networks/k8s-bigip-ctlr/v2",
    "v2.20.0",
    "docs/config_examples/customResourceDefinitions/customresourcedefinitions.yml",
  ],
  ["flagger", "github.com/fluxcd/flagger", "v1.36.1", "artifacts/flagger"],
  ["flux-kustomize", "github.com/fluxcd/kustomize-controller", "v1.7.3", "config/crd/bases"],
  ["flux-source", "github.com/fluxcd/source-controller", "v1.8.5", "config/crd/bases"],
  ["gatekeeper", "github.com/open-policy-agent/gatekeeper/v3", "v3.23.1", "config/crd/bases"],
  ["gateway-api", "sigs.k8s.io/gateway-api", "v1.4.1", "config/crd/standard"],
  ["gateway-api-experimental", "sigs.k8s.io/gateway-api", "v1.6.3", "config/crd/experimental"],
  [
    "gpu-operator",
    "github.com/NVIDIA/gpu-operator",
    "v0.0.0-20250917190837-d73a0086a6ba",
    "config/crd/bases",
  ],
  ["istio", "istio.io/api", "v1.31.1", "kubernetes"],
  ["jobset", "sigs.k8s.io/jobset", "v0.11.1", "config/components/crd/bases"],
  ["karpenter", "sigs.k8s.io/karpenter", "v1.6.2", "pkg/apis/crds"],
  ["katib", "github.com/kubeflow/katib", "v0.19.0", "manifests/v1beta1/components/crd"],
  ["keda", "github.com/kedacore/keda/v2", "v2.21.0", "config/crd/bases"],
  ["knative-serving", "knative.dev/serving", "v0.51.0", "config/core/300-resources"],
  ["kueue", "sigs.k8s.io/kueue", "v0.17.0", "config/components/crd/bases"],
  ["kuberay", "github.com/ray-project/kuberay/ray-operator", "v1.5.0", "config/crd/bases"],
  [
    "kyverno",
    "github.com/kyverno/kyverno",
    "v1.19.1",
    "config/crds/kyverno",
    "config/crds/policies.kyverno.io",
  ],
  ["leader-worker-set", "sigs.k8s.io/lws", "v0.8.0", "config/crd/bases"],
  ["mcs-api", "sigs.k8s.io/mcs-api", "v0.5.2", "config/crd"],
  ["metallb", "go.universe.tf/metallb", "v0.16.2", "config/crd/bases"],
  [
    "mongodb-atlas",
    "github.com/mongodb/mongodb-atlas-kubernetes/v2",
    "v2.16.0",
    "releases/v2.13.0/deploy/crds",
  ],
  [
    "mongodb-operator",
    "github.com/mongodb/mongodb-kubernetes-operator",
    "v0.9.0",
    "config/crd/bases",
  ],
  ["mpi-operator", "github.com/kubeflow/mpi-operator", "v0.8.0", "manifests/base"],
  ["network-policy-api", "sigs.k8s.io/network-policy-api", "v0.1.1", "config/crd"],
  [
    "openshift",
    "github.com/openshift/api",
    "v0.0.0-20250602203052-b29811a290c7",
    "payload-manifests/crds",
  ],
  [
    "openshift-autoscaler",
    "github.com/openshift/cluster-autoscaler-operator",
    "v0.0.1-0.20260608074635-5c8643284941",
    "install/01_clusterautoscaler.crd.yaml",
    "install/02_machineautoscaler.crd.yaml",
  ],
  [
    "openshift-machine-api",
    "github.com/openshift/machine-api-operator",
    "v0.2.1-0.20260226113419-88465550a74b",
    "install",
  ],
  [
    "prometheus-operator",
    "github.com/prometheus-operator/prometheus-operator",
    "v0.85.0",
    "example/prometheus-operator-crd",
  ],
  ["scheduler-plugins", "sigs.k8s.io/scheduler-plugins", "v0.31.8", "config/crd/bases"],
  ["spark-operator", "github.com/kubeflow/spark-operator/v2", "v2.5.0", "config/crd/bases"],
  ["trainer", "github.com/kubeflow/trainer/v2", "v2.2.0", "manifests/base/crds"],
  ["training-operator", "github.com/kubeflow/training-operator", "v1.8.1", "manifests/base/crds"],
  [
    "traefik",
    "github.com/traefik/traefik/v3",
    "v3.7.13",
    "docs/content/reference/dynamic-configuration",
  ],
  [
    "velero",
    "github.com/vmware-tanzu/velero",
    "v1.18.3",
    "config/crd/v1/bases",
    "config/crd/v2alpha1/bases",
  ],
  ["vertical-pod-autoscaler", "k8s.io/autoscaler/vertical-pod-autoscaler", "v1.8.1", "deploy"],
];

export const projects: readonly Project[] = rows.map(([name, path, version, ...paths]) => ({
  name,
  module: { path, version },
  paths,
}));

export const unusual: Project = { name: "unusual", paths: ["lab/crds/unusual"] };
