import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { usualCredentials } from "#targets";
import type { ObjectOperation } from "#targets/graphql";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "../learning/pump-target.fixture.ts";
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

interface Answer {
  readonly message: string;
  readonly data?: JsonObject;
}

/** The statement about credentials if creations are rejected with these answers. */
async function statementFor(
  answers: Readonly<Record<"anonymous" | "author", Answer>>,
  tree: ObjectOperation["arguments"] = {},
): Promise<string | undefined> {
  const notes = new Notebook();
  const target = pumpTarget((command) => {
    const { message, data } = answers[command.identity === "author" ? "author" : "anonymous"];
    const refusal = { reason: "unclassified", message, causes: [] } as const;
    const reply = { status: 200, body: data === undefined ? { errors: [{ message }] } : { data } };
    return { outcome: { result: "refused", refusal }, reply };
  });
  const operation = { ...pumpOperation, arguments: tree };
  const kind = pumpKind({
    operations: {
      create: [operation],
      read: [operation],
      update: [operation],
      updateStatus: [{ ...operation, statusMode: "partial" }],
      delete: [operation],
    },
  });
  const dialect = { ...pumpDialect(kind), credentials: { http: usualCredentials.http } };
  await learnCredentials(
    dialect,
    pumpShared(() => target, { notes }),
  );
  return notes.at(["credentials"])?.reason;
}

it("does not blame the header for a rejection that is not about the caller", async () => {
  const answer = { message: "no document type default" };

  expect(await statementFor({ author: answer, anonymous: answer })).toBe(
    "a caller without a credential was rejected with the same error as the author (no document type default), so the tests do not show whether the credential was received",
  );
});

it("distinguishes callers by rejections in the data", async () => {
  const message = "the result is a Refusal";
  const refusal = (why: string): Answer => ({ message, data: { addPump: { why } } });

  expect(
    await statementFor({ author: refusal("NO_SITE"), anonymous: refusal("NO_LOGIN") }),
  ).toBeUndefined();
});

it("states that an argument with the name of a credential was tried", async () => {
  const answer = { message: "the api key is invalid" };

  expect(
    await statementFor({ author: answer, anonymous: answer }, { apiKey: "default", name: "$name" }),
  ).toBe(
    "the author was rejected like a caller without a credential, in a header as well as in the argument apiKey; check the credential",
  );
});

it("sends the credential in such an argument if the author is then accepted", async () => {
  const operation = { ...pumpOperation, arguments: { apiKey: "default", name: "$name" } };
  const operations = {
    create: [operation],
    read: [operation],
    update: [operation],
    updateStatus: [{ ...operation, statusMode: "partial" }],
    delete: [operation],
  } as const;
  const kind = pumpKind({ operations });
  const dialect = { ...pumpDialect(kind), credentials: { http: usualCredentials.http } };
  const notes = new Notebook();
  const constant = ["kinds", "Pump", "operations", "create", "x", "arguments", "apiKey"];
  notes.note(constant, "medium", "its values are unknown");
  const accepted = { result: "done" } as const;
  const message = "the api key is invalid";
  const refusal = { reason: "unclassified", message, causes: [] } as const;
  const shared = pumpShared(
    ({ credentials }) =>
      pumpTarget(() => ({
        outcome: credentials.isInArguments === true ? accepted : { result: "refused", refusal },
      })),
    { notes },
  );
  const learned = await learnCredentials(dialect, shared);

  expect(learned.credentials).toEqual({ http: usualCredentials.http, isInArguments: true });
  expect(learned.kinds[0]?.operations.create).toEqual([
    { ...operation, arguments: { apiKey: "$credential", name: "$name" } },
  ]);
  expect(notes.at(["credentials"])?.confidence).toBe("high");
  expect(notes.at(constant)).toBeUndefined();
});
