import { expect, it } from "vitest";
import { headersNamedIn } from "./probe-credentials.ts";

it.each([
  { text: "Present a valid ops key", headers: ["X-Ops-Key", "Ops-Key"] },
  { text: "missing x-warehouse-token header", headers: ["x-warehouse-token"] },
  { text: "Send your credential as X-Tenant-User.", headers: ["X-Tenant-User", "X-Credential"] },
  { text: "deviceSecret is required", headers: ["X-Device-Secret", "Device-Secret"] },
  { text: "The token is invalid", headers: ["X-Token"] },
  { text: "not allowed", headers: [] },
  { text: "read-only up-to-date https://a-b.example/x-key/1", headers: [] },
])("derives headers from: $text", ({ text, headers }) => {
  const names = headersNamedIn([text]).map(({ header }) => header);
  expect(names).toEqual(expect.arrayContaining(headers));
  if (headers.length === 0) expect(names).toEqual([]);
});

it("derives a limited number of headers from a long text", () => {
  const words = Array.from({ length: 50 }, (_, index) => `x-key-${index}`);
  expect(headersNamedIn([words.join(" ")])).toHaveLength(8);
});
