import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { matchersFor } from "../requests/refusal-signs.ts";
import { assumedMeanings, sharedSigns } from "./shared-signs.ts";
import type { SharedSign } from "./shared-signs.ts";

type Verb = ProvokedRefusal["verb"];

function refused(
  reason: ProvokedRefusal["reason"],
  {
    message = "no",
    verb,
    ...extensions
  }: { message?: string; code?: string; current?: string; verb?: Verb },
): ProvokedRefusal {
  const error: JsonObject = { message, extensions };
  return {
    reason,
    exchange: {
      outcome: { result: "done" },
      reply: { status: 200, body: { data: null, errors: [error] } },
    },
    particulars: [],
    groups: new Set(),
    ...(verb === undefined ? {} : { verb }),
  };
}

function counted(reason: ProvokedRefusal["reason"]): ProvokedRefusal {
  const reply = { status: 200, body: { data: { deleteMany: { count: 0 } } } };
  return {
    reason,
    exchange: { outcome: { result: "done" }, reply },
    particulars: [],
    groups: new Set(),
    verb: "delete",
    counts: ["count"],
  };
}

function rpc(code: string): { readonly message: string } {
  return { message: `rpc error: code = ${code}` };
}

function sharedIn(refusals: readonly ProvokedRefusal[]): readonly SharedSign[] {
  return sharedSigns(refusals, matchersFor(refusals));
}

describe("an indicator that several reasons share", () => {
  it("means the only reason without an indicator of its own", () => {
    const refusals = [
      refused("notFound", { code: "K1", message: "there is none", verb: "update" }),
      refused("notFound", { code: "K2", message: "somebody was faster", verb: "updateStatus" }),
      refused("conflict", { code: "K2", message: "somebody was faster" }),
      refused("forbidden", { code: "K3", message: "not yours" }),
    ];

    expect(sharedIn(refusals)).toEqual([
      {
        matchers: [{ reason: "conflict", code: "K2", alsoFor: ["notFound"] }],
        text: "K2",
        reason: "conflict",
        others: ["notFound"],
      },
    ]);
  });

  it("has a meaning next to other indicators of the same reasons", () => {
    const message = "depends on a record that was not found";
    const refusals = [
      refused("conflict", { code: "P2025", message, verb: "update" }),
      refused("notFound", { code: "P2025", message, verb: "update" }),
      counted("conflict"),
      counted("notFound"),
    ];

    expect(sharedIn(refusals).map(({ matchers }) => matchers)).toEqual([
      [{ reason: "notFound", code: "P2025", alsoFor: ["conflict"] }],
    ]);
  });

  it("means the only such reason if it is a message", () => {
    const refusals = [
      refused("notFound", { message: "there is no such kiln", verb: "update" }),
      refused("notFound", { message: "somebody was faster", verb: "updateStatus" }),
      refused("conflict", { message: "somebody was faster" }),
    ];

    expect(sharedIn(refusals)).toMatchObject([
      { matchers: [{ reason: "conflict", message: "somebody was faster" }], others: ["notFound"] },
    ]);
  });

  it("is not replaced by a version that differs between conflicts", () => {
    const refusals = [
      refused("notFound", { code: "K2", current: "140", verb: "updateStatus" }),
      refused("conflict", { code: "K2", current: "137" }),
      refused("conflict", { code: "K2", current: "138" }),
      refused("notFound", { code: "K1", message: "there is none", verb: "update" }),
    ];

    expect(JSON.stringify(matchersFor(refusals))).not.toContain("current");
    expect(sharedIn(refusals)).toMatchObject([{ matchers: [{ reason: "conflict", code: "K2" }] }]);
  });

  it.each([
    { what: "each other message is recognized", denied: "PermissionDenied desc = not permitted" },
    { what: "another message is not recognized", denied: "Aborted desc = no" },
  ])("has no meaning if many messages share it, and $what", ({ denied }) => {
    const refusals = [
      refused("notFound", { ...rpc("NotFound desc = no such kiln"), verb: "updateStatus" }),
      refused("notFound", { ...rpc("Unknown desc = gone"), verb: "updateStatus" }),
      refused("forbidden", rpc("PermissionDenied desc = not permitted")),
      refused("forbidden", rpc(denied)),
      refused("invalid", rpc("InvalidArgument desc = heat: must not be negative")),
    ];
    const learned = matchersFor(refusals);
    const meant = [
      ...learned,
      ...sharedSigns(refusals, learned).flatMap(({ matchers }) => matchers),
    ];

    expect(meant.map(({ message }) => message)).not.toContain("rpc error: code =");
  });

  it.each([
    { code: "STALE", reasons: ["conflict", "notFound"], means: "conflict" },
    { code: "NOT_FOUND_HERE", reasons: ["conflict", "notFound"], means: "notFound" },
    { code: "E422", reasons: ["conflict", "invalid"], means: "invalid" },
    { code: "MALFORMED", reasons: ["notFound", "invalid"], means: "invalid" },
    { code: "ACCESS_DENIED", reasons: ["forbidden", "invalid"], means: "forbidden" },
  ] as const)("means the reason that its code names: $code", ({ code, reasons, means }) => {
    const refusals = reasons.map((reason) => refused(reason, { code }));

    expect(sharedIn(refusals)).toMatchObject([{ matchers: [{ reason: means, code }] }]);
  });

  it("means the reason that its message names if its code names none", () => {
    const about = { code: "K4", message: "gain is not valid" };
    const refusals = [refused("conflict", about), refused("invalid", about)];

    expect(sharedIn(refusals)).toMatchObject([{ matchers: [{ reason: "invalid", code: "K4" }] }]);
  });

  it("means a taken name in creations only", () => {
    const refusals = [
      refused("alreadyExists", { code: "STALE", verb: "create" }),
      refused("notFound", { code: "STALE", verb: "updateStatus" }),
      refused("conflict", { code: "STALE" }),
    ];

    expect(sharedIn(refusals)).toMatchObject([
      {
        matchers: [
          {
            reason: "conflict",
            code: "STALE",
            verbs: ["update", "updateStatus", "patchStatus", "delete"],
          },
          { reason: "alreadyExists", code: "STALE", verbs: ["create"] },
        ],
      },
    ]);
  });

  it.each([
    { what: "nothing distinguishes them", code: "NO", reasons: ["conflict", "invalid"] },
    { what: "words name both", code: "NOT_FOUND_OR_STALE", reasons: ["conflict", "notFound"] },
    {
      what: "callers may be treated alike",
      code: "DENIED",
      reasons: ["forbidden", "unauthenticated"],
    },
  ] as const)("means nothing if $what", ({ code, reasons }) => {
    expect(sharedIn(reasons.map((reason) => refused(reason, { code })))).toEqual([]);
  });

  it("is not guessed if other indicators distinguish its reasons", () => {
    const refusals = [
      refused("conflict", { code: "BAD", message: "somebody was faster" }),
      refused("invalid", { code: "BAD", message: "this cannot be so" }),
    ];

    expect(sharedIn(refusals)).toEqual([]);
  });
});

describe("the assumed meanings", () => {
  it("state the reasons that share an error value", () => {
    const refusals = [
      refused("conflict", { code: "STALE" }),
      refused("notFound", { code: "STALE" }),
    ];

    expect(assumedMeanings(sharedIn(refusals))).toEqual([
      '"STALE" was returned for conflict and notFound, and is assumed to mean conflict',
    ]);
  });

  it("omit a value that was returned for a single reason", () => {
    const single = { matchers: [], text: "NOT_FOUND", reason: "notFound", others: [] } as const;

    expect(assumedMeanings([single])).toEqual([]);
  });
});
