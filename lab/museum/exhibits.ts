import type { Exhibit } from "./exhibit.ts";

const fabric8 = "https://github.com/fabric8io/kubernetes-client";

const controllerRuntime = "https://github.com/kubernetes-sigs/controller-runtime";

/** All exhibits, by system and then by release. */
export const exhibits: readonly Exhibit[] = [
  {
    id: "fabric8-4216",
    system: "fabric8",
    defect: "A replacement of the status changes the object under the same resource version.",
    before: "5.12.0",
    after: "6.0.0",
    upstream: [`${fabric8}/issues/4216`, `${fabric8}/pull/4220`],
    rule: "concurrency.version-changes-with-content",
    isDeterministic: true,
  },
  {
    id: "fabric8-4139",
    system: "fabric8",
    defect: "A merge patch of the status raises the generation.",
    before: "5.12.0",
    after: "6.0.0",
    upstream: [`${fabric8}/issues/4139`, `${fabric8}/pull/4199`],
    rule: "generation.ignores-status-writes",
    isDeterministic: true,
  },
  {
    id: "fabric8-3805",
    system: "fabric8",
    defect: "A deletion does not wait for finalizers: the object is gone at once.",
    before: "6.4.1",
    after: "6.5.0",
    upstream: [`${fabric8}/issues/3805`],
    rule: "deletion.waits-for-finalizers",
    isDeterministic: true,
  },
  {
    id: "controller-runtime-2230",
    system: "controller-runtime",
    kind: "pods",
    defect:
      "Update writes the status, and Status().Update writes the spec: the fake has no subresource.",
    before: "0.14.6",
    after: "0.16.3",
    upstream: [`${controllerRuntime}/issues/2230`, `${controllerRuntime}/pull/2259`],
    rule: "isolation.status-write-never-changes-spec",
    isDeterministic: true,
  },
  {
    id: "controller-runtime-2362",
    system: "controller-runtime",
    kind: "pods",
    defect: "Status().Update with a resource version that was replaced is accepted.",
    before: "0.15.0",
    after: "0.16.3",
    upstream: [`${controllerRuntime}/issues/2362`, `${controllerRuntime}/pull/2365`],
    rule: "concurrency.stale-status-write-conflicts",
    isDeterministic: true,
  },
  {
    id: "controller-runtime-2474",
    system: "controller-runtime",
    kind: "pods",
    defect: "Status().Update writes annotations.",
    before: "0.15.0",
    after: "0.16.3",
    upstream: [`${controllerRuntime}/issues/2474`, `${controllerRuntime}/pull/2479`],
    rule: "isolation.status-write-never-changes-metadata",
    isDeterministic: true,
  },
];
