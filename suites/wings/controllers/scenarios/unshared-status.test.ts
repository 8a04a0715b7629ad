import type { Feature } from "#contract";
import { expect, it } from "vitest";
import { unshared } from "./unshared-status.ts";

const requirement = "controller.foreign-fields-kept";
const features: readonly Feature[] = ["status.conditions"];
const samples = { counter: "count", invalidStatuses: [], specs: [] };
const plain = { samples: { ...samples, statuses: [{ phase: "Ready" }] } };
const conditions = [{ type: "Ready", status: "True" }];
const listed = { samples: { ...samples, statuses: [{ conditions }] } };

it("no other client reports in a status without conditions and declared fields", () => {
  expect(unshared(plain, [])).toHaveProperty([requirement]);
  expect(unshared({ ...plain, lacks: features }, features)).toHaveProperty([requirement]);
});

it("another client may report in conditions or in a declared field", () => {
  expect(unshared(plain, features)).toEqual({});
  expect(unshared({ ...listed, lacks: features }, features)).toEqual({});
  expect(unshared(plain, [], ["token"])).toEqual({});
});
