import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { matchersFor, payloadPaths, withCurrentVersions } from "./refusal-signs.ts";
import type { ProvokedRefusal } from "./refusal-signs.ts";

function provoked(
  reason: ProvokedRefusal["reason"],
  result: JsonObject,
  current?: string,
): ProvokedRefusal {
  return {
    reason,
    exchange: {
      outcome: { result: "done" },
      reply: { status: 200, body: { data: { reportBed: result } } },
    },
    particulars: [],
    groups: new Set(),
    ...(current === undefined ? {} : { current }),
  };
}

describe("the version in a payload that tells a conflict", () => {
  const payload = { path: "__typename", value: "EditConflict" };
  const matchers = [{ reason: "conflict", payload }] as const;

  it("stands where a provoked conflict has the current one, whatever it is called", () => {
    const told = { __typename: "EditConflict", message: "Too late.", nowAt: "7" };

    expect(withCurrentVersions(matchers, [provoked("conflict", told, "7")])).toEqual([
      { reason: "conflict", payload: { ...payload, currentResourceVersion: "nowAt" } },
    ]);
    expect(withCurrentVersions(matchers, [provoked("conflict", told, "8")])).toEqual(matchers);
  });

  it("stays where the schema says it stands", () => {
    const known = [
      { reason: "conflict", payload: { ...payload, currentResourceVersion: "version" } },
    ] as const;
    const told = { __typename: "EditConflict", nowAt: "7", version: "7" };

    expect(withCurrentVersions(known, [provoked("conflict", told, "7")])).toEqual(known);
  });
});

describe("the causes in a payload", () => {
  it.each([
    { cause: { field: "state.minutes", explanation: "negative" }, message: "explanation" },
    { cause: { property: "state.minutes", why: "must not be negative" }, message: "why" },
  ])("are entries that name a field, and say why in $message", ({ cause, message }) => {
    const result = { __typename: "InvalidBed", message: "It cannot be so.", problems: [cause] };

    expect(payloadPaths(provoked("invalid", result))).toEqual({
      message: "message",
      causes: { list: "problems", field: Object.keys(cause)[0], message },
    });
  });

  it("may be no more than the fields that they are about", () => {
    const result = { success: false, message: "It cannot be so.", fields: ["state.minutes"] };

    expect(payloadPaths(provoked("invalid", result))).toEqual({
      message: "message",
      causes: { list: "fields", field: "", message: "" },
    });
  });

  it("are not entries of which nothing names a field", () => {
    const result = { message: "It cannot be so.", beds: [{ ward: "W1", code: "b" }] };

    expect(payloadPaths(provoked("invalid", result))).toEqual({ message: "message" });
  });
});

describe("payloads with a code beside their object", () => {
  const words = [
    ["conflict", "REVISION_MISMATCH"],
    ["notFound", "no-such-runner"],
    ["invalid", 422],
  ] as const;

  it.each(["code", "errorCode", "reason"])("are told apart by their %s", (member) => {
    const refusals = words.map(([reason, word]) =>
      provoked(
        reason,
        {
          success: false,
          [member]: word,
          message: "It is not so.",
          revision: 97,
          runner: null,
        },
        "97",
      ),
    );

    expect(matchersFor(refusals)).toEqual(
      words.map(([reason, value]) => ({
        reason,
        payload: { path: member, value, currentResourceVersion: "revision" },
      })),
    );
  });
});
