import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, IdentityName, Refusal, SocketClosing, WatchEnd } from "#contract";
import type { Exchange, Target } from "#targets";
import { canonicalDialect } from "#targets/graphql";
import type { Dialect, KindDialect } from "#targets/graphql";
import { isDeliberate, probeAccess } from "./probe-access.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";
import { isTurnedAway } from "./socket-credentials.ts";

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

type Closings = Readonly<Partial<Record<"anonymous" | "invalid", SocketClosing>>>;

/** A target that closes the first watch of each of these callers, and rejects the next one as unauthenticated. */
function closingFor(closings: Closings): Target {
  const target = guarded({
    primary: refusal("notFound", "none"),
    socket: refusal("unclassified", "none"),
    watch: refusal("unauthenticated", "none"),
  });
  const left = new Map<string, SocketClosing>(Object.entries(closings));
  return {
    ...target,
    description: { ...target.description, identities: ["author", ...keysOf(closings)] },
    watch: (command, listener, signal) => {
      const closing = left.get(command.identity);
      left.delete(command.identity);
      const ended = (end: WatchEnd): void =>
        listener.ended(
          closing === undefined ? end : { end: "lost", detail: "an unknown caller", closing },
        );
      return target.watch(command, { event: (event) => listener.event(event), ended }, signal);
    },
  };
}

function keysOf(closings: Closings): readonly IdentityName[] {
  return (["invalid", "anonymous"] as const).filter((name) => closings[name] !== undefined);
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
    { closing: { code: 4401, reason: "no token?" }, message: String.raw`^no token\?$` },
    { closing: { code: 1000, isEarly: true as const }, message: undefined },
    { closing: { code: 1002, isEarly: true as const }, message: undefined },
  ])("rejects an unknown caller, whatever describes it: $closing", async ({ closing, message }) => {
    const wanted = { reason: "unauthenticated", closeCode: closing.code };

    expect(await outcomesLearnedFrom(closingFor({ invalid: closing }))).toEqual([
      message === undefined ? wanted : { ...wanted, message },
    ]);
  });

  it("rejects a caller without a credential if no invalid one was given", async () => {
    const target = closingFor({ anonymous: { code: 4500, reason: "A token is required." } });

    expect(await outcomesLearnedFrom(target)).toEqual([
      { reason: "unauthenticated", closeCode: 4500, message: String.raw`^A token is required\.$` },
    ]);
  });

  it("may differ for a missing and for an invalid credential", async () => {
    const target = closingFor({
      invalid: { code: 4401, reason: "bad token" },
      anonymous: { code: 4400, reason: "no token" },
    });

    expect(await outcomesLearnedFrom(target)).toEqual([
      { reason: "unauthenticated", closeCode: 4401, message: "^bad token$" },
      { reason: "unauthenticated", closeCode: 4400, message: "^no token$" },
    ]);
  });

  it.each([{ code: 1002 }, { code: 1006, isEarly: true as const }])(
    "may have another cause: $code",
    async (closing) => {
      const target = guarded({
        primary: refusal("notFound", "none"),
        socket: refusal("unclassified", "none"),
        watch: refusal("unauthenticated", "none"),
      });
      const outcomes = await outcomesLearnedFrom({
        ...target,
        description: { ...target.description, identities: ["author", "invalid"] },
        watch: (command, listener, signal) => {
          const ended = (): void => listener.ended({ end: "lost", detail: "closed", closing });
          return target.watch(command, { event: (event) => listener.event(event), ended }, signal);
        },
      });

      expect(outcomes).toEqual([]);
    },
  );

  it("turns a caller away if it is deliberate", () => {
    const end = { end: "lost", detail: "closed" } as const;

    expect(isTurnedAway({ ...end, closing: { code: 1000, isEarly: true } })).toBe(true);
    expect(isTurnedAway({ ...end, closing: { code: 1000 } })).toBe(false);
  });

  it("is none without a close code", () => {
    expect(isTurnedAway({ end: "completed" })).toBe(false);
    expect(isTurnedAway({ end: "lost", detail: "reset" })).toBe(false);
  });

  it.each([
    { closing: { code: 1000, isEarly: true as const }, is: true },
    { closing: { code: 1000 }, is: false },
    { closing: { code: 1006, isEarly: true as const }, is: false },
    { closing: { code: 1008, isEarly: true as const }, is: true },
    { closing: { code: 1011, isEarly: true as const }, is: false },
    { closing: { code: 4403 }, is: true },
  ])("by $closing is deliberate: $is", ({ closing, is }) => {
    expect(isDeliberate(closing)).toBe(is);
  });
});
