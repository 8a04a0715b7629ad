import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { LeaseRenewals } from "./lease-renewals.ts";
import type { LeaseExchange } from "./lease-renewals.ts";

const renewal = { method: "PUT", url: "/leases/operator", rawHeaders: [] };
const stored = { spec: { holderIdentity: "pod-1", leaseDurationSeconds: 15 } };

function renewals(
  exchange: LeaseExchange = () => Promise.reject(new Error("the endpoint is down")),
): { readonly lease: LeaseRenewals; readonly pass: (ms: number) => void } {
  let nowMs = 0;
  return {
    lease: new LeaseRenewals(() => nowMs, exchange),
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

it("are lost if the last one was rejected, or is overdue", () => {
  const { lease, pass } = renewals();
  lease.answered(true, renewal);
  pass(2_000);
  expect(lease.areLost).toBe(false);

  lease.answered(false, renewal);
  expect(lease.areLost).toBe(true);

  lease.answered(true, renewal);
  expect(lease.areLost).toBe(false);
  pass(7_000);
  expect(lease.areLost).toBe(true);
});

it("are not lost by a process that never had a lease", () => {
  const { lease, pass } = renewals();
  lease.answered(false, renewal);
  pass(60_000);
  expect(lease.areLost).toBe(false);

  lease.answered(true, renewal);
  lease.forget();
  pass(60_000);
  expect(lease.areLost).toBe(false);
});

/** An endpoint that rejects the first `conflicts` writes of a lease. */
function leaseServer(conflicts: number): {
  readonly exchange: LeaseExchange;
  readonly written: JsonObject[];
} {
  const written: JsonObject[] = [];
  return {
    written,
    exchange: (request, body) => {
      expect(request).toBe(renewal);
      if (body === undefined) return Promise.resolve({ status: 200, content: stored });
      written.push(body);
      return Promise.resolve({ status: written.length > conflicts ? 200 : 409, content: {} });
    },
  };
}

it("release a lease once, also if a last renewal arrives in between", async () => {
  const { exchange, written } = leaseServer(1);
  const { lease } = renewals(exchange);
  lease.answered(true, renewal);

  await lease.release();
  await lease.release();

  const released = { spec: { holderIdentity: "", leaseDurationSeconds: 1 } };
  expect(written).toEqual([released, released]);
});

it("give a lease away, and wait until the process is no longer cut off", async () => {
  const { exchange, written } = leaseServer(0);
  const { lease } = renewals(exchange);
  lease.answered(true, renewal);

  const cutOff = await lease.giveAway();
  let hasPassed = false;
  const passed = lease.pass().then(() => {
    hasPassed = true;
  });
  await lease.release();
  expect(written).toEqual([{ spec: { holderIdentity: "", leaseDurationSeconds: 1 } }]);
  expect({ areLost: lease.areLost, hasPassed }).toEqual({ areLost: true, hasPassed: false });

  cutOff[Symbol.dispose]();
  await passed;
  lease.answered(true, renewal);
  expect(lease.areLost).toBe(false);
});

it("do not cut a process off that has no lease", async () => {
  const { lease } = renewals();
  await lease.giveAway();
  await lease.pass();

  expect(lease.areLost).toBe(false);
});

it("do not release a lease that was never held or is lost", async () => {
  const { exchange, written } = leaseServer(0);
  const { lease, pass } = renewals(exchange);
  await lease.release();

  lease.answered(true, renewal);
  lease.answered(false, renewal);
  await lease.release();

  lease.answered(true, renewal);
  pass(15_000);
  await lease.release();

  expect(written).toEqual([]);
});

it("leave a lease to expire if it cannot be released", async () => {
  const { lease } = renewals();
  lease.answered(true, renewal);

  await expect(lease.release()).resolves.toBeUndefined();
});
