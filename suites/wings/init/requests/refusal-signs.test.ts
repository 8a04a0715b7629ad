import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { causesPaths, currentVersionPath } from "./error-details.ts";
import { codePath } from "./code-path.ts";
import { isAnonymousForbidden, isSameRefusal } from "./compare-refusals.ts";
import { matchersFor, unclearReasons } from "./refusal-signs.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { problem, provoked, refusedWith, refused } from "./refusal-signs.fixture.ts";

function coarse(errorType: string, errorDetail?: string): JsonObject {
  const detail = errorDetail === undefined ? {} : { errorDetail };
  return { message: "no", extensions: { errorType, ...detail } };
}

describe("isSameRefusal", () => {
  const usual = refusedWith(200, "the code is malformed", "INPUT");

  it.each<readonly [string, ProvokedRefusal, boolean]>([
    ["the same message and code", refusedWith(200, "the code is malformed", "INPUT"), true],
    ["another message", refusedWith(200, "the version is stale", "INPUT"), false],
    ["another code", refusedWith(200, "the code is malformed", "STALE"), false],
    ["no code", refusedWith(200, "the code is malformed"), false],
    ["another HTTP status", refusedWith(409, "the code is malformed", "INPUT"), false],
  ])("compares a refusal with %s", (_, other, isSame) => {
    expect(isSameRefusal(usual, other)).toBe(isSame);
  });
});

it.each<{ reason: ProvokedRefusal["reason"]; status: number; sign: JsonObject }>([
  { reason: "forbidden", status: 400, sign: { message: String.raw`You do not have permission\.` } },
  { reason: "forbidden", status: 500, sign: { message: String.raw`You do not have permission\.` } },
  { reason: "forbidden", status: 403, sign: { http: 403 } },
  { reason: "invalid", status: 400, sign: { http: 400 } },
])("takes HTTP $status for $reason by what it can mean", ({ reason, status, sign }) => {
  const refusal = { ...refusedWith(status, "You do not have permission."), reason };

  expect(matchersFor([refusal])).toEqual([{ reason, ...sign }]);
});

it.each([
  {
    denied: '"stranger" may not read Kiln.',
    message: '"nobody" may not read Kiln.',
    isForbidden: true,
  },
  {
    denied: '"stranger" may not read Kiln.',
    message: '"nobody" must sign in.',
    isForbidden: false,
  },
  {
    denied: '"stranger" may not read Kiln.',
    message: "The kiln is not there.",
    isForbidden: false,
  },
  {
    denied: "«stranger» may not read Kiln.",
    message: "«nobody» may not read Kiln.",
    isForbidden: true,
  },
  {
    denied: "“stranger” isn't a reader.",
    message: "“nobody” isn't a reader.",
    isForbidden: true,
  },
  {
    denied: "You can't read it: you don't hold a role.",
    message: "You can't be recognized: you don't hold a role.",
    isForbidden: false,
  },
])("requests without a credential are forbidden if only names differ: $message", (one) => {
  const denied = refusedWith(200, one.denied);
  const missing = refusedWith(200, "The kiln is not there.");
  const refusals: readonly ProvokedRefusal[] = [
    { ...denied, reason: "forbidden" },
    { ...missing, reason: "notFound" },
    { ...refusedWith(200, one.message), reason: "unauthenticated", isAnonymous: true },
  ];

  expect(isAnonymousForbidden(refusals)).toBe(one.isForbidden);
});

describe("refusals that name the invalid field", () => {
  const rest = { reason: "invalid", payload: { path: "errors" } };

  it("mean a taken name only in create requests, if nothing else does", () => {
    const refusals = [
      listedAs("alreadyExists", "create", { field: "name", message: "is invalid" }),
      listedAs("conflict", "updateStatus", { field: "version", message: "is outdated" }),
      listedAs("invalid", "updateStatus", { field: "status.depth", message: "is invalid" }),
    ];

    expect(matchersFor(refusals)).toEqual([
      { reason: "alreadyExists", payload: fieldSign("name"), verbs: ["create"] },
      { reason: "conflict", ...messageSign("is outdated") },
      { reason: "invalid", ...messageSign("is invalid") },
      rest,
    ]);
  });

  it("are recognized by their codes, although fields differ too", () => {
    const refusals = [
      listedAs("alreadyExists", "create", { field: "name", message: "no", code: "BAD" }),
      listedAs("conflict", "updateStatus", { field: "version", message: "no", code: "OLD" }),
      listedAs("invalid", "updateStatus", { field: "status.depth", message: "no", code: "BAD" }),
    ];

    expect(matchersFor(refusals)).toEqual([
      { reason: "alreadyExists", payload: fieldSign("name"), verbs: ["create"] },
      { reason: "conflict", payload: codeSign("OLD") },
      { reason: "invalid", payload: codeSign("BAD") },
      rest,
    ]);
  });

  it("are recognized by a message that means a taken name", () => {
    const refusals = [
      listedAs("alreadyExists", "create", { field: "name", message: "has already been taken" }),
      listedAs("invalid", "create", { field: "name", message: "is far too long" }),
    ];

    expect(matchersFor(refusals)).toEqual([
      { reason: "alreadyExists", ...messageSign("has already been taken") },
      { reason: "invalid", ...messageSign("is far too long") },
      rest,
    ]);
  });

  it("mean nothing if a create request is rejected for the same field for another reason", () => {
    const refusals = [
      listedAs("alreadyExists", "create", { field: "name", message: "is invalid" }),
      listedAs("invalid", "create", { field: "name", message: "is invalid" }),
    ];

    expect(matchersFor(refusals)).toEqual([rest]);
  });

  it("are recognized by the same rules in the extensions of errors", () => {
    const refusals = [withField("alreadyExists", "name"), withField("invalid", "status.depth")];

    expect(matchersFor(refusals)).toEqual([
      { reason: "alreadyExists", extension: { path: "field", value: "name" }, verbs: ["create"] },
      { reason: "invalid", code: "BAD_INPUT" },
    ]);
  });
});

function withField(reason: ProvokedRefusal["reason"], name: string): ProvokedRefusal {
  const error = { message: "no", extensions: { code: "BAD_INPUT", field: name } };
  const exchange = {
    outcome: { result: "done" },
    reply: { status: 200, body: { errors: [error] } },
  } as const;
  const verb = reason === "alreadyExists" ? "create" : "updateStatus";
  return { reason, exchange, verb, particulars: [], groups: new Set() };
}

function listedAs(
  reason: ProvokedRefusal["reason"],
  verb: "create" | "updateStatus",
  error: JsonObject,
): ProvokedRefusal {
  return { ...provoked(reason, { bed: null, errors: [error] }), verb };
}

function fieldSign(value: string): JsonObject {
  return { path: "errors.field", value };
}

function codeSign(value: string): JsonObject {
  return { path: "errors.code", value };
}

function messageSign(text: string): JsonObject {
  return { message: text, payload: { path: "errors.message" } };
}

describe("the content of errors", () => {
  it.each([
    { at: "errorType", error: (code: string) => ({ errorType: code }) },
    { at: "extensions.fault", error: (code: string) => ({ extensions: { fault: code } }) },
    { at: "extensions.error.code", error: (code: string) => ({ extensions: { error: { code } } }) },
    {
      at: "extensions.faults.kind",
      error: (code: string) => ({ extensions: { faults: [{ kind: code, field: null }] } }),
    },
  ])("is a code at $at", ({ at, error }) => {
    const refusals = [
      refused("conflict", { message: "late", ...error("Late") }),
      refused("forbidden", { message: "no", ...error("Denied") }),
      refused("forbidden", { message: "not you", ...error("Denied") }),
    ];

    expect(codePath(refusals)).toBe(at);
    expect(matchersFor(refusals, at).filter(({ code }) => code !== undefined)).toEqual([
      { reason: "conflict", code: "Late" },
      { reason: "forbidden", code: "Denied" },
    ]);
  });

  it.each(["extensions.fault", "extensions.code"])("is a code if it is a number in %s", (at) => {
    const name = at.slice(at.indexOf(".") + 1);
    const numbered = (code: number, revision: number): JsonObject => ({
      message: `object ${revision} is in the way`,
      extensions: { [name]: code, revision },
    });
    const refusals = [
      refused("conflict", numbered(112, 7)),
      refused("conflict", numbered(112, 9)),
      refused("forbidden", numbered(103, 8)),
      refused("alreadyExists", numbered(109, 6)),
    ];

    expect(codePath(refusals)).toBe(at);
    expect(matchersFor(refusals, at)).toEqual([
      { reason: "conflict", code: "112" },
      { reason: "forbidden", code: "103" },
      { reason: "alreadyExists", code: "109" },
    ]);
  });

  it("is no code if it is a number that depends on the object", () => {
    const refusals = [
      { ...refused("conflict", { message: "late", extensions: { revision: 7 } }), current: "7" },
      refused("forbidden", { message: "denied", extensions: { revision: 8 } }),
      refused("alreadyExists", { message: "taken", extensions: { revision: 9 } }),
    ];

    expect(codePath(refusals)).toBeUndefined();
  });

  it("is a code if it is the URI of a problem type, but not of a single occurrence", () => {
    const refusals = [
      refused("forbidden", problem(403, "not-permitted", "/requests/1")),
      refused("forbidden", problem(403, "not-permitted", "/requests/2")),
      refused("conflict", problem(409, "concurrency", "/requests/3")),
      refused("alreadyExists", problem(409, "already-there", "/requests/4")),
    ];

    expect(codePath(refusals)).toBe("extensions.problem.type");
  });

  it("is a code in a field named code if only one kind of refusal is an error", () => {
    const refusals = [
      refused("unauthenticated", { message: "unauthenticated", code: "unauthenticated" }),
      refused("unauthenticated", { message: "unauthenticated", code: "unauthenticated" }),
      provoked("conflict", { messages: [{ code: "stale", message: "was changed" }] }),
    ];

    expect(codePath(refusals)).toBe("code");
  });

  it.each(["type", "error_type"])("is a code in %s although two reasons share it", (at) => {
    const refusals = [
      refused("notFound", { message: "no node 1", [at]: "NOT_FOUND" }),
      refused("notFound", { message: "no node 2", [at]: "NOT_FOUND" }),
      refused("forbidden", { message: "no yard a", [at]: "NOT_FOUND" }),
      refused("forbidden", { message: "not permitted", [at]: "FORBIDDEN" }),
    ];

    expect(codePath(refusals)).toBe(at);
  });

  it("is no code where it differs from request to request", () => {
    const refusals = ["a1", "b2", "c3"].map((id) => {
      return refused("forbidden", { message: "no", extensions: { requestId: id } });
    });

    expect(codePath([...refusals, refused("conflict", { message: "late" })])).toBeUndefined();
  });

  it("is the coarse code that all refusals have, not the detail that only some have", () => {
    const refusals = [
      refused("alreadyExists", coarse("FAILED_PRECONDITION", "NAME_TAKEN")),
      refused("notFound", coarse("NOT_FOUND")),
      refused("forbidden", coarse("PERMISSION_DENIED")),
      refused("unauthenticated", coarse("UNAUTHENTICATED")),
      refused("conflict", coarse("FAILED_PRECONDITION", "ETAG_MISMATCH")),
      refused("invalid", coarse("BAD_REQUEST", "INVALID_ARGUMENT")),
    ];

    const at = codePath(refusals);

    expect(at).toBe("extensions.errorType");
    expect(matchersFor(refusals, at)).toEqual([
      { reason: "alreadyExists", extension: { path: "errorDetail", value: "NAME_TAKEN" } },
      { reason: "notFound", code: "NOT_FOUND" },
      { reason: "forbidden", code: "PERMISSION_DENIED" },
      { reason: "unauthenticated", code: "UNAUTHENTICATED" },
      { reason: "conflict", extension: { path: "errorDetail", value: "ETAG_MISMATCH" } },
      { reason: "invalid", code: "BAD_REQUEST" },
    ]);
  });

  it("is a code if one word stands for several reasons", () => {
    const refusals = [
      refused("forbidden", { message: "no", errorType: "Denied" }),
      refused("unauthenticated", { message: "who", errorType: "Denied" }),
      refused("conflict", { message: "late", errorType: "Late" }),
      refused("invalid", { message: "wrong", errorType: "Wrong" }),
    ];

    expect(codePath(refusals)).toBe("errorType");
  });

  it("is no code in a list that only some errors have", () => {
    const faults = [{ kind: "TOO_LOW", field: "heat" }];
    const refusals = [
      refused("conflict", { message: "late" }),
      refused("forbidden", { message: "no" }),
      refused("invalid", { message: "wrong", extensions: { faults } }),
      refused("invalid", { message: "wrong", extensions: { faults } }),
      refused("unauthenticated", { message: "who" }),
    ];

    expect(codePath(refusals)).toBeUndefined();
  });

  it("are causes without messages", () => {
    const error = { message: "wrong", extensions: { faults: [{ spot: "heat", kind: "TOO_LOW" }] } };

    expect(causesPaths(refused("invalid", error).exchange, ["heat"])).toEqual({
      list: "extensions.faults",
      field: "spot",
      reason: "kind",
      message: "",
    });
  });

  it.each([
    { at: "errorInfo.data._version", error: { errorInfo: { data: { _version: 7 } } } },
    { at: "extensions.details.current", error: { extensions: { details: { current: "7" } } } },
    {
      at: "extensions.details.etag",
      error: { extensions: { details: [{ a: 7 }, { etag: "7" }] } },
    },
    {
      at: "extensions.details.value",
      error: { extensions: { details: [{ key: "currentRevision", value: "7" }] } },
    },
  ])("is the current version at $at", ({ at, error }) => {
    expect(currentVersionPath(refused("conflict", error).exchange, "7")).toBe(at);
  });

  it.each([
    { list: "errorInfo", field: "field", error: { errorInfo: { field: "state.level" } } },
    {
      list: "extensions",
      field: "argument",
      error: { extensions: { code: "BAD", argument: "level" } },
    },
    { list: "", field: "property", error: { property: "level" } },
  ])('is one cause in "$list"', ({ list, field, error }) => {
    const message = "It is wrong.";

    expect(causesPaths(refused("invalid", { message, ...error }).exchange)).toEqual({
      list,
      field,
      message: "",
    });
  });

  it("is no cause if it is the root of a path, which names no field", () => {
    const error = {
      message: "It is wrong.",
      extensions: { code: "constraint-violation", path: "$" },
    };

    expect(causesPaths(refused("invalid", error).exchange)).toBeUndefined();
  });

  it.each([
    { list: "extensions.fields", text: "must not be negative" },
    { list: "extensions.validation", text: ["must not be negative", "must be an integer"] },
  ])("is an object of fields in $list", ({ list, text }) => {
    const name = list.split(".").at(-1) ?? list;
    const error = { message: "invalid", extensions: { code: "BAD", [name]: { "a.b": text } } };

    expect(causesPaths(refused("invalid", error).exchange)).toEqual({ list, message: "" });
  });
});

describe("a sign that several reasons share", () => {
  const conditional = {
    message: "The conditional request failed",
    extensions: { code: "CONDITION" },
  };

  it("is distinguished by the request: a creation finds an object, an update finds none", () => {
    const refusals: readonly ProvokedRefusal[] = [
      { ...refused("alreadyExists", conditional), verb: "create" },
      { ...refused("notFound", conditional), verb: "updateStatus" },
      { ...refused("notFound", conditional), verb: "delete" },
    ];

    expect(matchersFor(refusals)).toEqual([
      { reason: "alreadyExists", code: "CONDITION", verbs: ["create"] },
      {
        reason: "notFound",
        code: "CONDITION",
        verbs: ["read", "update", "updateStatus", "patchStatus", "delete"],
      },
    ]);
  });

  it.each([
    [["The tank has changed."]],
    [["The tank has changed since you read it.", "The plan has changed."]],
  ])("is an existing name in a creation, and a conflict otherwise: %j", (messages) => {
    const stale = { __typename: "StaleTag", tag: "t7" };
    const refusals: readonly ProvokedRefusal[] = [
      ...messages.map((message) => provoked("conflict", { ...stale, message }, "t7")),
      {
        ...provoked("alreadyExists", { ...stale, message: "The plan has changed." }),
        verb: "create",
      },
    ];
    const payload = { path: "__typename", value: "StaleTag" };

    expect(matchersFor(refusals)).toEqual([
      {
        reason: "conflict",
        payload: { ...payload, currentResourceVersion: "tag" },
        verbs: ["update", "updateStatus", "patchStatus", "delete"],
      },
      { reason: "alreadyExists", payload, verbs: ["create"] },
    ]);
  });

  it("leaves a reason unclear if another refusal is the same", () => {
    const same = { message: "no", extensions: { code: "NO" } };
    const hidden = { message: "gone", extensions: { code: "GONE" } };
    const usual = { message: "who", extensions: { code: "UNAUTHENTICATED" } };
    const refusals: readonly ProvokedRefusal[] = [
      refused("conflict", same),
      refused("invalid", same),
      refused("notFound", hidden),
      refused("forbidden", hidden),
      {
        ...refused("unauthenticated", usual),
        exchange: {
          outcome: {
            result: "refused",
            refusal: { reason: "unauthenticated", message: "who", causes: [] },
          },
        },
      },
    ];

    expect(unclearReasons(refusals, matchersFor(refusals))).toEqual(["conflict", "invalid"]);
  });

  it("means a missing object in reads, and a missing permission otherwise", () => {
    const hidden = { message: "no", extensions: { code: "NOT_YOURS" } };
    const refusals: readonly ProvokedRefusal[] = [
      { ...refused("notFound", hidden), verb: "read" },
      { ...refused("notFound", { message: "gone", extensions: { code: "GONE" } }), verb: "update" },
      { ...refused("forbidden", hidden), verb: "create" },
      { ...refused("forbidden", hidden), verb: "read" },
      { ...refused("forbidden", hidden), verb: "updateStatus" },
    ];

    expect(matchersFor(refusals)).toEqual([
      { reason: "notFound", code: "NOT_YOURS", verbs: ["read"] },
      { reason: "notFound", code: "GONE" },
      { reason: "forbidden", code: "NOT_YOURS" },
    ]);
  });

  it.each([
    { extensions: { code: "FORBIDDEN" }, message: "no", sign: { code: "FORBIDDEN" } },
    {
      message: "It does not exist, or you do not have permission",
      sign: { message: "It does not exist, or you do not have permission" },
    },
  ])("means both a missing object and a missing permission: $sign", ({ sign, ...error }) => {
    const refusals: readonly ProvokedRefusal[] = [
      { ...refused("notFound", error), verb: "updateStatus" },
      { ...refused("notFound", error), verb: "delete" },
      { ...refused("notFound", error), verb: "update" },
      { ...refused("forbidden", error), verb: "create" },
      { ...refused("forbidden", error), verb: "updateStatus" },
    ];

    const both = { reason: "forbidden", ...sign, alsoFor: ["notFound"] };
    const missed = { ...refused("notFound", error), verb: "read" } as const;
    const denied = { ...refused("forbidden", error), verb: "read" } as const;

    expect(matchersFor(refusals)).toEqual([both]);
    expect(matchersFor([denied, missed, ...refusals])).toEqual([
      { reason: "notFound", ...sign, alsoFor: ["forbidden"], verbs: ["read"] },
      both,
    ]);
  });

  it("decides nothing if the same verb receives it for both", () => {
    const refusals: readonly ProvokedRefusal[] = [
      { ...refused("conflict", conditional), verb: "updateStatus" },
      { ...refused("notFound", conditional), verb: "updateStatus" },
    ];

    expect(matchersFor(refusals)).toEqual([]);
  });
});

function userFailure(code: string): JsonObject {
  return { kiln: null, userErrors: [{ code, message: "It cannot be done." }] };
}

it("accepts the code of a missing object even if callers without permission receive it too", () => {
  const matchers = matchersFor([
    provoked("notFound", userFailure("NOT_FOUND")),
    provoked("forbidden", userFailure("NOT_FOUND")),
    provoked("forbidden", userFailure("NOT_ALLOWED")),
  ]);

  expect(matchers).toEqual([
    { reason: "notFound", payload: { path: "userErrors.code", value: "NOT_FOUND" } },
    { reason: "forbidden", payload: { path: "userErrors.code", value: "NOT_ALLOWED" } },
  ]);
});

const staleOrder: ProvokedRefusal = {
  ...provoked(
    "conflict",
    {
      order: { id: "1", revision: "7" },
      lastSyncId: "7",
      errors: [{ message: "Somebody else changed it.", code: "OLD" }],
    },
    "7",
  ),
  objects: new Map([["order", "revision"]]),
};

describe("the stored object next to errors", () => {
  it("shows the current version, rather than a counter that equals it by chance", () => {
    expect(matchersFor([staleOrder])).toEqual([
      {
        reason: "conflict",
        payload: {
          path: "errors.code",
          value: "OLD",
          currentResourceVersion: "order.revision",
        },
      },
    ]);
  });

  it("does not make a rejection an accepted write", () => {
    const { exchange } = staleOrder;

    expect(
      matchersFor([{ ...staleOrder, accepted: [exchange] }]).map(({ payload }) => payload?.value),
    ).toEqual(["OLD"]);
  });
});
