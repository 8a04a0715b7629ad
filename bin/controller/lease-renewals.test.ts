import { expect, it } from "vitest";
import { LeaseRenewals } from "./lease-renewals.ts";

function renewals(): { readonly lease: LeaseRenewals; readonly pass: (ms: number) => void } {
  let nowMs = 0;
  return {
    lease: new LeaseRenewals(() => nowMs),
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

it("are lost if the last one was rejected, or is overdue", () => {
  const { lease, pass } = renewals();
  lease.answered(true);
  pass(2_000);
  expect(lease.areLost).toBe(false);

  lease.answered(false);
  expect(lease.areLost).toBe(true);

  lease.answered(true);
  expect(lease.areLost).toBe(false);
  pass(7_000);
  expect(lease.areLost).toBe(true);
});

it("are not lost by a process that never had a lease", () => {
  const { lease, pass } = renewals();
  lease.answered(false);
  pass(60_000);
  expect(lease.areLost).toBe(false);

  lease.answered(true);
  lease.forget();
  pass(60_000);
  expect(lease.areLost).toBe(false);
});
