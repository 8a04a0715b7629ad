import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { classifyRefusal, isNamedRefusal, silentRefusal } from "./classify.ts";
import type { RefusalSigns, RefusalWords } from "./classify.ts";
import type { OutcomeMatcher } from "../dialect/dialect.ts";

const errors = { code: "extensions.code" } as const;

function words(...outcomes: readonly OutcomeMatcher[]): RefusalWords {
  return { outcomes, errors };
}

function signs(more: Partial<RefusalSigns> = {}): RefusalSigns {
  return { verb: "create", errors: [], fallbackMessage: "nobody says", ...more };
}

describe("a response that no matcher of the dialect recognizes", () => {
  it.each([
    { http: 401, reason: "unauthenticated", code: "HTTP 401" },
    { http: 403, reason: "forbidden", code: "HTTP 403" },
    { http: 422, reason: "invalid", code: "HTTP 422" },
    { http: 429, reason: "rateLimited", code: "HTTP 429" },
    { http: 400, reason: "unclassified", code: "HTTP 400" },
    { http: 418, reason: "unclassified", code: "HTTP 418" },
    { http: 399, reason: "unclassified", code: undefined },
    { http: undefined, reason: "unclassified", code: undefined },
  ])("is sorted by HTTP $http where there is no error: $reason", ({ http, reason, code }) => {
    const given = signs(http === undefined ? {} : { http });

    expect(classifyRefusal(words(), given)).toStrictEqual({
      reason,
      ...(code === undefined ? {} : { code }),
      message: "nobody says",
      causes: [],
    });
  });

  it.each<[string, Partial<RefusalSigns>]>([
    ["the body", { foreign: { message: "API rate limit exceeded for user 7" } }],
    ["an error", { errors: [{ message: "API rate limit exceeded for user 7" }] }],
    ["a page", { fallbackMessage: "a body that is no JSON: You have exceeded a rate limit" }],
    ["the headers and the body", { foreign: { message: "see the rate limit" }, exhausted: {} }],
  ])("is a rate limit instead of a missing permission by %s", (_, more) => {
    const byStatus = { reason: "forbidden", http: 403 } as const;
    const given = signs({ ...more, http: 403 });
    const spent = { ...given, exhausted: { resetSeconds: 9 } };

    expect(classifyRefusal(words(), given)).toMatchObject({
      reason: "rateLimited",
      isInferred: true,
    });
    expect(classifyRefusal(words(byStatus), given).reason).toBe("rateLimited");
    expect(classifyRefusal(words(byStatus), spent).retryAfterSeconds).toBe(9);
  });

  it.each<[string, Partial<RefusalSigns>, OutcomeMatcher]>([
    [
      "the code is that of a missing permission",
      { errors: [{ message: "rate limit exceeded", extensions: { code: "DENIED" } }] },
      { reason: "forbidden", code: "DENIED" },
    ],
    [
      "only the headers indicate a limit",
      { errors: [{ message: "not yours" }], exhausted: {} },
      { reason: "forbidden", http: 403 },
    ],
    [
      "nothing indicates a limit",
      { foreign: { message: "not yours" } },
      { reason: "forbidden", http: 403 },
    ],
  ])("is a missing permission if %s", (_, more, matcher) => {
    const given = signs({ ...more, http: 403 });

    expect(classifyRefusal(words(matcher), given).reason).toBe("forbidden");
  });

  it("is not classified by the HTTP status if there is an error that could classify it", () => {
    expect(classifyRefusal(words(), signs({ errors: [{ message: "no" }], http: 401 }))).toEqual({
      reason: "unclassified",
      message: "no",
      causes: [],
    });
  });
});

describe("a code", () => {
  it("is the HTTP status by which a matcher recognizes an error without a code", () => {
    const matchers = words({ reason: "unauthenticated", http: 401 });
    const coded = { message: "who?", extensions: { code: "NOBODY" } };

    expect(
      [{ message: "who?" }, coded].map(
        (error) => classifyRefusal(matchers, signs({ errors: [error], http: 401 })).code,
      ),
    ).toEqual(["HTTP 401", "NOBODY"]);
  });

  it.each<{ sent: JsonValue; code: string | undefined }>([
    { sent: "TAKEN", code: "TAKEN" },
    { sent: 409, code: "409" },
    { sent: true, code: undefined },
    { sent: ["TAKEN"], code: undefined },
    { sent: null, code: undefined },
  ])("is $code where the error has $sent", ({ sent, code }) => {
    const given = signs({ errors: [{ message: "m", extensions: { code: sent } }] });

    expect(classifyRefusal(words(), given).code).toBe(code);
  });
});

describe("a matcher of errors", () => {
  const error = { message: "taken", extensions: { code: "TAKEN", status: 9 } };

  it.each<{
    matcher: Omit<OutcomeMatcher, "reason">;
    fits: boolean;
    given?: Partial<RefusalSigns>;
  }>([
    { matcher: {}, fits: true },
    { matcher: { code: "TAKEN" }, fits: true },
    { matcher: { code: "taken" }, fits: false },
    { matcher: { message: "^ta" }, fits: true },
    { matcher: { message: "^ak" }, fits: false },
    { matcher: { message: "^taken.$" }, given: { errors: [{ message: "taken😀" }] }, fits: true },
    { matcher: { code: "TAKEN" }, given: { closeCode: 4401, http: 400 }, fits: true },
    { matcher: { http: 409 }, given: { http: 409 }, fits: true },
    { matcher: { http: 409 }, given: { http: 400 }, fits: false },
    { matcher: { http: 409 }, fits: false },
    { matcher: { closeCode: 4403 }, given: { closeCode: 4403 }, fits: true },
    { matcher: { closeCode: 4403 }, given: { closeCode: 4401 }, fits: false },
    { matcher: { closeCode: 4403 }, fits: false },
    { matcher: { extension: { path: "status", value: 9 } }, fits: true },
    { matcher: { extension: { path: "status", value: 8 } }, fits: false },
    { matcher: { extension: { path: "state", value: 9 } }, fits: false },
    { matcher: { code: "TAKEN", http: 409 }, given: { http: 400 }, fits: false },
    { matcher: { code: "TAKEN", message: "^ak" }, fits: false },
    { matcher: { verbs: ["create"] }, fits: true },
    { matcher: { verbs: ["update", "create"] }, fits: true },
    { matcher: { verbs: ["update"] }, fits: false },
    { matcher: { payload: { path: "conflict" } }, fits: false },
    { matcher: { nullResult: true }, fits: false },
  ])("$matcher with $given: $fits", ({ matcher, given, fits }) => {
    const reason = fits ? "conflict" : "unclassified";
    const sorted = classifyRefusal(
      words({ reason: "conflict", ...matcher }),
      signs({ errors: [error], ...given }),
    );

    expect(sorted.reason).toBe(reason);
  });
});

describe("a refusal in a response that has no errors", () => {
  it.each<{
    matchers: readonly Omit<OutcomeMatcher, "reason">[];
    given: Partial<RefusalSigns>;
    named: boolean;
  }>([
    { matchers: [{ http: 503 }], given: { http: 503 }, named: true },
    { matchers: [{ http: 503 }], given: { http: 502 }, named: false },
    { matchers: [{ closeCode: 4403 }], given: { closeCode: 4403 }, named: true },
    { matchers: [{ closeCode: 4403 }], given: { closeCode: 4404 }, named: false },
    { matchers: [{ message: "^nobody" }], given: {}, named: true },
    { matchers: [{ message: "^somebody" }], given: {}, named: false },
    { matchers: [{ http: 1 }, { http: 503 }], given: { http: 503 }, named: true },
    // A matcher without conditions matches everything, but does not provide a code.
    { matchers: [{}], given: { http: 503 }, named: false },
    { matchers: [{ verbs: ["create"] }], given: { http: 503 }, named: false },
    { matchers: [], given: { http: 503 }, named: false },
  ])("is named by $matchers: $named", ({ matchers, given, named }) => {
    const outcomes = matchers.map((matcher) => ({ reason: "internal", ...matcher }) as const);

    expect(isNamedRefusal(words(...outcomes), signs(given))).toBe(named);
  });
});

describe("a refusal in a result without errors", () => {
  const payload = { reason: "conflict", payload: { path: "conflict" } } as const;

  it("is the value of a field in the payload, by its path", () => {
    const value = { conflict: { version: 8 } };

    expect(silentRefusal(words(payload), { verb: "update", value, object: null })).toStrictEqual({
      reason: "conflict",
      code: "conflict",
      message: "the result contains conflict",
      causes: [],
    });
    const current = { ...payload.payload, currentResourceVersion: "conflict.version" };
    expect(
      silentRefusal(words({ ...payload, payload: current }), {
        verb: "update",
        value,
        object: null,
      })?.currentResourceVersion,
    ).toBe("8");
  });

  it("names the number or the flag in a payload that identifies it", () => {
    const counted = { reason: "conflict", payload: { path: "affected", value: 0 } } as const;
    const given = { verb: "update", value: { affected: 0, rows: [] }, object: null } as const;

    expect(silentRefusal(words(counted), given)).toMatchObject({
      code: "affected",
      message: "affected is 0",
    });
  });

  it("is unclassified if a payload without an object has a code that no matcher recognizes", () => {
    const payloadCode = { path: "problems.code", value: "STALE" };
    const known = words({ reason: "conflict", payload: payloadCode });
    const refusalIn = (object: JsonValue): ReturnType<typeof silentRefusal> => {
      const value = { kiosk: object, problems: [{ code: "RANGE" }] };
      return silentRefusal(known, { verb: "update", value, object });
    };

    expect(refusalIn(null)).toMatchObject({ reason: "unclassified", code: "RANGE" });
    expect(refusalIn({ id: "k1" })).toBeUndefined();
  });

  it("has no code if only sentences describe the error", () => {
    const value = { object: null, errors: ["it was edited"] };
    const paths = { ...errors, payload: { message: "errors" } };
    const codeBy = (more: Partial<OutcomeMatcher>): string | undefined => {
      const outcomes = [{ reason: "conflict", payload: { path: "errors" }, ...more } as const];
      const result = { verb: "update", value, object: null } as const;
      return silentRefusal({ outcomes, errors: paths }, result)?.code;
    };

    expect([codeBy({}), codeBy({ message: "was edited" })]).toEqual([undefined, undefined]);
  });

  it("is a null in place of an object, if the dialect states so", () => {
    const matcher = { reason: "notFound", nullResult: true } as const;

    expect(
      silentRefusal(words(matcher), { verb: "read", value: null, object: null }),
    ).toStrictEqual({
      reason: "notFound",
      code: "null",
      message: "the result is null",
      causes: [],
    });
    expect(silentRefusal(words(matcher), { verb: "read", value: {}, object: {} })).toBeUndefined();
    expect(
      silentRefusal(words(matcher), { verb: "read", value: {}, object: undefined }),
    ).toBeUndefined();
  });

  it.each<{ matcher: OutcomeMatcher; value: JsonValue; fits: boolean }>([
    { matcher: payload, value: { conflict: 0 }, fits: true },
    { matcher: payload, value: { conflict: null }, fits: false },
    { matcher: payload, value: {}, fits: false },
    {
      matcher: { ...payload, payload: { path: "ok", value: false } },
      value: { ok: false },
      fits: true,
    },
    {
      matcher: { ...payload, payload: { path: "ok", value: false } },
      value: { ok: true },
      fits: false,
    },
    { matcher: { ...payload, verbs: ["create"] }, value: { conflict: 1 }, fits: false },
    { matcher: { reason: "conflict", code: "C" }, value: { conflict: 1 }, fits: false },
    {
      matcher: { ...payload, payload: { path: "errors" }, message: "was edited" },
      value: { errors: ["too late", "it was edited"] },
      fits: true,
    },
    {
      matcher: { ...payload, payload: { path: "errors" }, message: "was edited" },
      value: { errors: ["does not exist"] },
      fits: false,
    },
    {
      matcher: { ...payload, payload: { path: "msg" }, message: "^No pumps" },
      value: { msg: "No pumps were deleted" },
      fits: true,
    },
    {
      matcher: { ...payload, payload: { path: "msg" }, message: "^No pumps" },
      value: { msg: "Deleted" },
      fits: false,
    },
  ])("$value by $matcher: $fits", ({ matcher, value, fits }) => {
    const paths = { ...errors, payload: { message: "errors" } };
    const result = { verb: "update", value, object: {} } as const;
    const found = silentRefusal({ outcomes: [matcher], errors: paths }, result);

    expect(found?.reason).toBe(fits ? "conflict" : undefined);
  });
});

describe("causes of an error", () => {
  const causes = { list: "causes", reason: "reason", field: "field", message: "message" } as const;

  it("are read if they are strings", () => {
    const list = [
      { reason: "Low", field: "status.count", message: "below 0" },
      { reason: 1, field: 2, message: 3 },
      { field: ["status", "ports", 0], message: "taken" },
      { field: "status.depth", message: ["below 0", "not even"] },
      { field: "status.width", message: [] },
      "odd",
      { message: "m".repeat(70_000) },
    ];
    const refusal = classifyRefusal(
      { outcomes: [], errors: { ...errors, causes } },
      signs({ errors: [{ message: "m", causes: list }, "odd", { message: "n", causes: "none" }] }),
    );

    expect(refusal.causes).toStrictEqual([
      { reason: "Low", field: "status.count", message: "below 0" },
      { message: "no message" },
      { field: "status.ports.0", message: "taken" },
      { field: "status.depth", message: "below 0; not even" },
      { field: "status.width", message: "no message" },
      { message: "m".repeat(65_536) },
    ]);
  });
});

describe("the only cause of an error", () => {
  const paths = { list: "", field: "property", message: "text" } as const;
  const typed = words({ reason: "invalid", payload: { path: "reason", value: "BAD_INPUT" } });
  const given = { ...typed, errors: { ...errors, payload: { message: "text", causes: paths } } };
  const causesIn = (property: string | null): unknown => {
    const value = { reason: "BAD_INPUT", text: "below 0", property };
    return silentRefusal(given, { verb: "updateStatus", value, object: null })?.causes;
  };

  it("may be the result itself", () => {
    expect(causesIn("onAir.drift")).toStrictEqual([{ field: "onAir.drift", message: "below 0" }]);
  });

  it("is missing without the name of a field", () => {
    expect(causesIn(null)).toStrictEqual([]);
  });
});

describe("the time to wait", () => {
  const patient = { outcomes: [], errors: { ...errors, retryAfterSeconds: "wait" } };

  it.each<{ wait: JsonValue; header?: number; seconds: number | undefined }>([
    { wait: 3, header: 7, seconds: 3 },
    { wait: "3", header: 7, seconds: undefined },
    { wait: "3", seconds: undefined },
  ])("is $seconds where the error says $wait", ({ wait, header, seconds }) => {
    const given = signs({
      errors: [{ message: "m", wait }],
      ...(header === undefined ? {} : { retryAfterSeconds: header }),
    });

    expect(classifyRefusal(patient, given).retryAfterSeconds).toBe(seconds);
  });
});

function staleOf(kind: string): OutcomeMatcher {
  return {
    reason: "conflict",
    payload: { path: "errors.code", value: "STALE", currentResourceVersion: `${kind}.etag` },
  };
}

describe("the current version of a conflict", () => {
  it("is the group of its name in the pattern of a message", () => {
    const conflict = { reason: "conflict", message: "now at (?<version>\\S+)$" } as const;
    const given = signs({ errors: [{ message: "vat a is now at 17" }] });

    expect(classifyRefusal(words(conflict), given)).toMatchObject({
      reason: "conflict",
      currentResourceVersion: "17",
    });
  });

  it("is at the path of any kind whose matcher fits", () => {
    const value = { parcel: { etag: "b1" }, errors: [{ code: "STALE" }] };

    expect(
      silentRefusal(words(staleOf("oven"), staleOf("parcel")), {
        verb: "update",
        value,
        object: null,
      }),
    ).toMatchObject({ reason: "conflict", currentResourceVersion: "b1" });
  });
});

describe("a validation error of a GraphQL library", () => {
  it("is marked, unless it has causes or the API chose its wording", () => {
    const parsed = { message: 'Failed to parse "Timestamp": premature end of input' };
    const own = { message: "bad time", extensions: { code: "GRAPHQL_VALIDATION_FAILED" } };
    const located = { path: ["report", "load"], message: "no decimal" };
    const called = { field: "report", arguments: ["load"] };
    const marks = [parsed, own, located].map(
      (error) => classifyRefusal(words(), signs({ errors: [error], called })).isOfLibrary,
    );

    expect(marks).toEqual([true, undefined, true]);
    expect(classifyRefusal(words(), signs())).not.toHaveProperty("isOfLibrary");
  });
});

it("names the other reasons for which the endpoint returns the same response", () => {
  const shared = { reason: "conflict", alsoFor: ["notFound"] } as const;
  const outcomes = [
    { ...shared, payload: { path: "count", value: 0 } },
    { ...shared, code: "GONE_OR_STALE" },
  ];
  const known = { outcomes, errors };
  const given = [{ message: "no", extensions: { code: "GONE_OR_STALE" } }];

  expect(silentRefusal(known, { verb: "update", value: { count: 0 }, object: null })).toMatchObject(
    shared,
  );
  expect(
    classifyRefusal(known, { verb: "update", errors: given, fallbackMessage: "" }),
  ).toMatchObject(shared);
});
