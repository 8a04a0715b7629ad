import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { IdentityName, JsonObject, Outcome, RefusalReason } from "#contract";
import { ContentMarks } from "./content-marks.ts";
import { HistoryRecorder } from "./history-recorder.ts";
import { RecordedClient, outcomeOf } from "./recorded-client.ts";
import { ReadingRoles } from "./reading-roles.ts";
import type { RecordedLine } from "./recorded-line.ts";
import { workloadKind } from "./workload-kind.fixture.ts";

const object = { key: { kind: "Service", namespace: "a", name: "x" }, name: "a/x" };
const held = { version: resourceVersion("7"), uid: uid("u1"), marks: { spec: "1", status: "0" } };

function stored(
  version: string,
  spec: string,
  status?: JsonObject,
): Extract<Outcome, { readonly result: "object" }> {
  const annotations = { "conformance-nonce": spec };
  const metadata = {
    name: "x",
    namespace: "a",
    uid: uid("u1"),
    resourceVersion: resourceVersion(version),
    annotations,
  };
  return {
    result: "object",
    object: { kind: "Service", metadata, ...(status === undefined ? {} : { status }) },
  };
}

interface ClientTraits {
  readonly isConditional?: boolean;
  readonly isFoundByUid?: boolean;
  readonly carriesUid?: boolean;
  readonly roles?: readonly IdentityName[];
  /** Number of reads by other clients before. */
  readonly reads?: number;
}

function clientFor(
  answer: Outcome,
  {
    isConditional = true,
    isFoundByUid = false,
    carriesUid = true,
    roles = ["author"],
    reads = 0,
  }: ClientTraits = {},
): {
  readonly client: RecordedClient;
  readonly lines: () => readonly RecordedLine[];
} {
  const readingRoles = new ReadingRoles(roles);
  for (let read = 0; read < reads; read += 1) readingRoles.next();
  const recorder = new HistoryRecorder("opaque", () => 0);
  const client = new RecordedClient({
    name: "c1",
    context: { label: {} },
    recorder,
    marks: new ContentMarks(workloadKind, { isAnnotated: true }),
    roles: readingRoles,
    send: () => Promise.resolve({ outcome: answer, keep: () => undefined }),
    via: () => undefined,
    isConditional: () => isConditional,
    carriesUid: () => carriesUid,
    isFoundByUid: () => isFoundByUid,
  });
  return { client, lines: () => recorder.lines().slice(1) };
}

describe("a recorded client", () => {
  it("records no state if a role that has not read an object finds none", async () => {
    const refusal = { reason: "notFound", message: "none", causes: [] } as const;
    const { client, lines } = clientFor(
      { result: "refused", refusal },
      { roles: ["author", "reader"] },
    );
    const outcomes = [await client.read(object), await client.read(object)];

    expect(outcomes).toEqual([{ outcome: "not-found" }, { outcome: "not-found" }]);
    expect(lines()).toMatchObject([{ outcome: "not-found" }, { outcome: "failed" }]);
  });

  it("records only the version if a role may not see the content", async () => {
    const { client, lines } = clientFor(stored("8", "1"), {
      roles: ["author", "reader"],
      reads: 1,
    });
    const ended = await client.read(object);

    expect(ended).toEqual({ outcome: "ok" });
    expect(lines()).toMatchObject([{ outcome: "ok", version: "8" }]);
    expect(lines()[0]).not.toHaveProperty("value");
  });

  it("records the content that the author was shown as well", async () => {
    const { client, lines } = clientFor(stored("8", "1"), { roles: ["author", "reader"] });
    await client.read(object);
    await client.read(object);

    expect(lines()).toMatchObject([{ value: "1.0" }, { value: "1.0" }]);
  });

  it("records and keeps a write with the state in the response", async () => {
    const { client, lines } = clientFor(stored("8", "1", { count: 1 }));
    const ended = await client.writeStatus(object, held);

    expect(ended.held).toEqual({ version: "8", uid: "u1", marks: { spec: "1", status: "1" } });
    expect(lines()).toMatchObject([
      { op: "cas", outcome: "ok", precondition: "7", version: "8", uid: "u1", value: "1.1" },
    ]);
  });

  it("records a write with the submitted content if the response differs, and no longer trusts the content", async () => {
    const { client, lines } = clientFor(stored("7", "1"));
    const ended = await client.writeStatus(object, held);

    expect(ended).toEqual({ outcome: "ok" });
    expect(lines()).toMatchObject([{ precondition: "7", version: "7", value: "1.1" }]);
  });

  it.each([
    { why: "its own write", version: "8", spec: "1", count: 1, outcome: "ok" },
    { why: "a later spec write", version: "9", spec: "2", count: 1, outcome: "unknown" },
    { why: "a later status write", version: "9", spec: "1", count: 7, outcome: "unknown" },
    { why: "no effect", version: "7", spec: "1", count: 0, outcome: "ok" },
  ])("records a silent write, after which a read shows $why, as $outcome", async (row) => {
    const shown = stored(row.version, row.spec, { count: row.count });
    const { client, lines } = clientFor({ ...shown, isFromRead: true });
    await client.writeStatus(object, held);

    expect(lines()).toMatchObject([{ op: "cas", outcome: row.outcome, precondition: "7" }]);
  });

  it("records the uid of a deletion, and the version if it is exact", async () => {
    const { client, lines } = clientFor(stored("9", "1"));
    await client.remove(object, held, false);
    await client.remove(object, held, true);

    expect(lines()).toMatchObject([
      { op: "delete", outcome: "ok", uid: "u1" },
      { op: "delete", outcome: "ok", uid: "u1", precondition: "7" },
    ]);
    expect(lines()[0]).not.toHaveProperty("version");
  });

  it("records no uid of a deletion whose operation carries none", async () => {
    const { client, lines } = clientFor(stored("9", "1"), { carriesUid: false });
    await client.remove(object, held, false);

    expect(lines()).toMatchObject([{ op: "delete", outcome: "ok" }]);
    expect(lines()[0]).not.toHaveProperty("uid");
  });

  it("records a list as concurrent reads of all its objects", async () => {
    const answer = stored("8", "1", { count: 3 });
    const items = answer.result === "object" ? [answer.object] : [];
    const { client, lines } = clientFor({ result: "list", items });
    const other = { key: { kind: "Service", namespace: "a", name: "y" }, name: "a/y" };
    await client.list([object, other], { verb: "list", identity: "reader", kind: "Service" });

    expect(lines()).toMatchObject([
      { op: "read", object: "a/x", outcome: "ok", version: "8", value: "1.3" },
      { op: "read", object: "a/y", outcome: "not-found" },
    ]);
  });

  it("records a write without a version as unconditional, with the state in the response", async () => {
    const { client, lines } = clientFor(stored("8", "1", { count: 5 }), { isConditional: false });
    await client.writeSpec(object, held);

    expect(lines()).toMatchObject([{ op: "put", outcome: "ok", version: "8", value: "1.5" }]);
    expect(lines()[0]).not.toHaveProperty("precondition");
  });

  it.each([true, false])(
    "records a write whose response shows an earlier object as unknown (conditional: %s)",
    async (isConditional) => {
      const shown = { ...stored("7", "1", { count: 0 }), isReplyOutdated: true } as const;
      const { client, lines } = clientFor(shown, { isConditional });
      await client.writeStatus(object, held);

      expect(lines()).toMatchObject([{ op: isConditional ? "cas" : "put", outcome: "unknown" }]);
    },
  );

  it.each([
    { isFoundByUid: false, carriesUid: false, recorded: "not-found" },
    { isFoundByUid: true, carriesUid: false, recorded: "failed" },
    { isFoundByUid: false, carriesUid: true, recorded: "failed" },
  ])(
    "records a missing object as $recorded: found by uid $isFoundByUid, sent with a uid $carriesUid",
    async (one) => {
      const refusal = { reason: "notFound", message: "gone", causes: [] } as const;
      const { client, lines } = clientFor({ result: "refused", refusal }, one);
      const ended = await client.remove(object, held, false);

      expect(ended).toEqual({ outcome: "not-found" });
      expect(lines()).toMatchObject([{ op: "delete", outcome: one.recorded }]);
    },
  );

  it("records a lost response and a server error as unknown", async () => {
    const lost: Outcome = { result: "unknown", cause: "aborted", detail: "given up" };
    const { client, lines } = clientFor(lost);
    await client.writeSpec(object, held);

    expect(lines()).toMatchObject([{ outcome: "unknown", precondition: "7", value: "1.0" }]);
    expect(lines()[0]).not.toHaveProperty("return");
  });
});

describe("the outcome in a history", () => {
  it.each<readonly ["cas" | "create" | "delete" | "read", RefusalReason, string]>([
    ["cas", "conflict", "conflict"],
    ["cas", "notFound", "not-found"],
    ["cas", "invalid", "failed"],
    ["cas", "rateLimited", "failed"],
    ["cas", "internal", "unknown"],
    ["cas", "unclassified", "unknown"],
    ["cas", "alreadyExists", "failed"],
    ["create", "alreadyExists", "exists"],
    ["create", "conflict", "failed"],
    ["create", "notFound", "failed"],
    ["delete", "conflict", "conflict"],
    ["delete", "notFound", "not-found"],
    ["read", "notFound", "not-found"],
    ["read", "forbidden", "failed"],
  ])("of a %s that is rejected as %s is %s", (operation, reason, outcome) => {
    const refusal = { reason, message: reason, causes: [] };

    expect(outcomeOf(operation, { result: "refused", refusal })).toBe(outcome);
  });

  it("of a missing object that may be a stale version is no evidence that the object is missing", () => {
    const refusal = { reason: "notFound", message: "no rows", causes: [] } as const;
    const either = { ...refusal, alsoFor: ["conflict"] } as const;

    expect(outcomeOf("cas", { result: "refused", refusal })).toBe("not-found");
    expect(outcomeOf("cas", { result: "refused", refusal: either })).toBe("failed");
    expect(outcomeOf("delete", { result: "refused", refusal: either })).toBe("failed");
    expect(outcomeOf("read", { result: "refused", refusal: either })).toBe("not-found");
  });

  it("of a deletion without an object is ok, of any other write unknown", () => {
    expect(outcomeOf("delete", { result: "done" })).toBe("ok");
    expect(outcomeOf("cas", { result: "done" })).toBe("unknown");
    expect(outcomeOf("cas", { result: "unintelligible", detail: "" })).toBe("unknown");
    expect(outcomeOf("cas", { result: "unsupported", detail: "" })).toBe("failed");
  });
});
