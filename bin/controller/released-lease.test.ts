import { expect, it } from "vitest";
import { releasedLease } from "./released-lease.ts";

const spec = { holderIdentity: "pod-1", leaseDurationSeconds: 15, leaseTransitions: 2 };
const lease = { kind: "Lease", metadata: { resourceVersion: "7" }, spec };

it("has no holder and a short duration, at the version that was read", () => {
  const released = { ...spec, holderIdentity: "", leaseDurationSeconds: 1 };
  expect(releasedLease(lease, 2_000)).toEqual({ ...lease, spec: released });
});

it.each([
  ["the lease may have another holder", lease, 15_000],
  ["the lease has no holder", { ...lease, spec: { ...spec, holderIdentity: "" } }, 0],
  ["its duration is unknown", { ...lease, spec: { holderIdentity: "pod-1" } }, 0],
  ["the response is a list", { kind: "LeaseList", items: [lease] }, 0],
  ["the response is not JSON", undefined, 0],
])("is not written if %s", (_, content, ageMs) => {
  expect(releasedLease(content, ageMs)).toBeUndefined();
});
