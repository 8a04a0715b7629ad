import { expect, it } from "vitest";
import { usualCredentials } from "#targets";
import { pumpDialect, pumpKind, pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";
import { Notebook } from "../schema/notebook.ts";
import { headersNamedIn, learnCredentials } from "./probe-credentials.ts";

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

const wrongBar = 'Variable "$spec" got invalid value 1 at "spec.bar"; Expected "3px" or "4px"';

it.each([
  { why: "the caller", messageOf: () => "credentials are missing", isNoted: true },
  { why: "a sample", messageOf: () => wrongBar, isNoted: false },
  {
    why: "a sample, and of its repair for the caller",
    messageOf: (bar: unknown) => (bar === 1 ? wrongBar : "credentials are missing"),
    isNoted: true,
  },
])("notices an ignored credential by rejections of $why: $isNoted", async (one) => {
  const notes = new Notebook();
  const target = pumpTarget((command) => {
    const bar = command.verb === "create" ? command.spec["bar"] : undefined;
    const refusal = { reason: "unclassified", message: one.messageOf(bar), causes: [] } as const;
    return { outcome: { result: "refused", refusal } };
  });
  const dialect = { ...pumpDialect(pumpKind({})), credentials: { http: usualCredentials.http } };
  await learnCredentials(
    dialect,
    pumpShared(() => target, { notes }),
  );

  expect(notes.at(["credentials"]) !== undefined).toBe(one.isNoted);
});
