import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, IdentityName, Refusal } from "#contract";
import type { Exchange, Target } from "#targets";
import { canonicalDialect } from "#targets/graphql";
import type { Dialect, KindDialect } from "#targets/graphql";
import { closingOf, isDeliberate, probeAccess } from "./probe-access.ts";
import { pumpTarget, pumpTrial } from "./pump-target.fixture.ts";

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version" },
  operations: {
    create: [{ id: "create", field: "create", arguments: {}, result: "" }],
    read: [{ id: "read", field: "read", arguments: {}, result: "" }],
    list: [],
    update: [],
    updateStatus: [],
    patchStatus: [],
    delete: [],
    watch: [{ id: "pumps", field: "pumps", arguments: {}, object: "" }],
  },
  samples: { specs: [{ bar: 1 }], statuses: [], counter: "", invalidStatuses: [] },
};

const dialect: Dialect = { ...canonicalDialect, kinds: [kind], outcomes: [] };

/** A target that serves only the author. It rejects other callers with a different error on each channel. */
function guarded(refusals: Readonly<Record<"primary" | "socket" | "watch", Refusal>>): Target {
  const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
  const object: Exchange = {
    outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } },
  };
  const exchangeOf = (command: Command): Exchange => {
    if (!("identity" in command) || command.identity === "author") return object;
    const own = refusals[command.channel ?? "primary"];
    return { outcome: { result: "refused", refusal: own } };
  };
  const request = { url: "ws://127.0.0.1/graphql", operation: "" };
  const identities: readonly IdentityName[] = ["author", "stranger"];
  return {
    ...pumpTarget(exchangeOf, identities),
    watch: (_, listener) => {
      listener.ended({ end: "refused", refusal: refusals.watch });
      return Promise.resolve({ request, [Symbol.asyncDispose]: () => Promise.resolve() });
    },
  };
}

async function outcomesLearnedFrom(target: Target): Promise<Dialect["outcomes"]> {
  const { means, ...shared } = pumpTrial(target, kind);
  const connected = { ...means, connect: () => Promise.resolve(target) };
  return (await probeAccess(dialect, { ...shared, means: connected })).dialect.outcomes;
}

function refusal(reason: Refusal["reason"], message: string): Refusal {
  return { reason, message, causes: [] };
}

it("learns how a WebSocket refuses a caller without permission", async () => {
  const target = guarded({
    primary: refusal("forbidden", "no"),
    socket: refusal("unclassified", "no pumps for you"),
    watch: refusal("unclassified", "no news for you"),
  });

  expect(await outcomesLearnedFrom(target)).toEqual([
    { reason: "forbidden", message: "no news for you" },
    { reason: "forbidden", message: "no pumps for you" },
  ]);
});

it("learns nothing from a WebSocket if the caller may read over HTTP", async () => {
  const target = guarded({
    primary: refusal("notFound", "none"),
    socket: refusal("unclassified", "none"),
    watch: refusal("unclassified", "none"),
  });

  expect(await outcomesLearnedFrom(target)).toEqual([]);
});

describe("the closing of a watch", () => {
  it.each([
    { words: "1000 before the acknowledgment", closing: { code: 1000, isEarly: true } },
    {
      words: "1000 before the acknowledgment: who: you?\nnobody",
      closing: { code: 1000, isEarly: true, reason: "who: you?\nnobody" },
    },
    { words: "4401: no token", closing: { code: 4401, isEarly: false, reason: "no token" } },
    { words: "unknown", closing: undefined },
  ])("is read from its description: $words", ({ words, closing }) => {
    const detail = `the connection was closed with code ${words}`;
    expect(closingOf({ end: "lost", detail })).toEqual(closing);
  });

  it("is none if the watch completed", () => {
    expect(closingOf({ end: "completed" })).toBeUndefined();
  });

  it.each([
    { code: 1000, isEarly: true, is: true },
    { code: 1000, isEarly: false, is: false },
    { code: 1006, isEarly: true, is: false },
    { code: 1008, isEarly: true, is: true },
    { code: 1011, isEarly: true, is: false },
    { code: 4403, isEarly: false, is: true },
  ])("with code $code, early: $isEarly, is deliberate: $is", ({ is, ...closing }) => {
    expect(isDeliberate(closing)).toBe(is);
  });
});
