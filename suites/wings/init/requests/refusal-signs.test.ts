import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject } from "#contract";
import { causesPaths, currentVersionPath, memberNamedIn, payloadPaths } from "./error-details.ts";
import { codePath } from "./code-path.ts";
import { isAnonymousForbidden, isSameRefusal } from "./compare-refusals.ts";
import { listsRefusals, withCurrentVersions } from "./payload-signs.ts";
import { matchersFor, unclearReasons } from "./refusal-signs.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";

function problem(status: number, type: string, instance: string): JsonObject {
  const at = `https://problems.example/${type}`;
  return { message: "no", extensions: { problem: { instance, type: at, status } } };
}

function coarse(errorType: string, errorDetail?: string): JsonObject {
  const detail = errorDetail === undefined ? {} : { errorDetail };
  return { message: "no", extensions: { errorType, ...detail } };
}

function paperIn(fields: JsonObject): string | undefined {
  return memberNamedIn({ errors: [{ message: "no", extensions: { fields } }] }, "paper");
}

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

const typed = (value: string): JsonObject => ({ path: "errors.__typename", value });
const listed = (type: string, more: JsonObject): JsonObject => ({
  turbine: null,
  errors: [{ __typename: type, message: "It cannot be done.", ...more }],
});

const sentences = (...errors: readonly string[]): JsonObject => ({ environment: null, errors });

const slug = (value: string): JsonObject => ({ path: "trouble.slug", value });

const trouble = (word: string, text: string, more: JsonObject = {}): JsonObject => ({
  done: false,
  trouble: { slug: word, text, current: null, at: [], ...more },
});

function refusedWith(status: number, message: string, code?: string): ProvokedRefusal {
  const error = { message, ...(code === undefined ? {} : { extensions: { code } }) };
  const reply = { status, body: { errors: [error] } };
  const exchange = { outcome: { result: "done" }, reply } as const;
  return { reason: "conflict", exchange, particulars: [], groups: new Set() };
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

describe("writes that return the number of changed objects", () => {
  const none = { affected_rows: 0, returning: [] };
  const zero = { path: "affected_rows", value: 0 };

  it("reject a stale version by changing nothing", () => {
    expect(matchersFor([provoked("conflict", none)])).toEqual([
      { reason: "conflict", payload: zero },
    ]);
  });

  it("may not distinguish a stale version from a missing object", () => {
    const refusals = [provoked("conflict", none), provoked("notFound", none)];

    expect(matchersFor(refusals)).toEqual([
      {
        reason: "conflict",
        alsoFor: ["notFound"],
        payload: zero,
        verbs: ["update", "updateStatus", "patchStatus"],
      },
      { reason: "notFound", alsoFor: ["conflict"], payload: zero, verbs: ["delete"] },
    ]);
  });

  it("may not distinguish a stale version from a missing permission", () => {
    const hidden = { ...provoked("forbidden", none), verb: "updateStatus" } as const;
    const refusals = [provoked("conflict", none), hidden];

    expect(matchersFor(refusals)).toEqual([
      {
        reason: "conflict",
        alsoFor: ["forbidden"],
        payload: zero,
        verbs: ["update", "updateStatus", "patchStatus"],
      },
    ]);
  });

  it("distinguish a stale version from a taken name by the verb", () => {
    const taken = { ...provoked("alreadyExists", none), verb: "create" } as const;
    const [matcher] = matchersFor([provoked("conflict", none), taken, provoked("notFound", none)]);

    expect(matcher).toMatchObject({ reason: "conflict", alsoFor: ["notFound"] });
  });

  it("are not rejected by another number", () => {
    expect(matchersFor([provoked("conflict", { affected_rows: 1, returning: [] })])).toEqual([]);
    expect(matchersFor([provoked("conflict", { depth: 0, returning: [] })])).toEqual([]);
  });
});

describe("refusals with a code in an unusual place of a payload", () => {
  const refusals = [
    provoked("conflict", trouble("overtaken", "someone was faster: 7", { current: 7 }), "7"),
    provoked("conflict", trouble("overtaken", "someone was faster: 9", { current: 9 }), "9"),
    provoked("notFound", trouble("no-such-vessel", "never heard of her")),
    provoked("alreadyExists", trouble("callsign-taken", "there is one already")),
    provoked("invalid", trouble("unseaworthy", "no such place")),
    provoked("invalid", trouble("unseaworthy", "negative")),
  ];

  it("are distinguished by the value that depends on the reason only", () => {
    expect(matchersFor(refusals)).toEqual([
      {
        reason: "conflict",
        payload: { ...slug("overtaken"), currentResourceVersion: "trouble.current" },
      },
      { reason: "notFound", payload: slug("no-such-vessel") },
      { reason: "alreadyExists", payload: slug("callsign-taken") },
      { reason: "invalid", payload: slug("unseaworthy") },
    ]);
  });

  it("are not distinguished by a version that other refusals lack", () => {
    const worded = refusals.map(({ reason, exchange, ...rest }) => {
      const { trouble: original } = JSON.parse(JSON.stringify(exchange.reply?.body)).data.reportBed;
      return { ...provoked(reason, { trouble: { ...original, slug: "oops" } }), ...rest };
    });

    const conflicts = matchersFor(worded).filter(({ reason }) => reason === "conflict");

    expect(conflicts).toHaveLength(1);
    expect(conflicts[0]?.message).toBe("someone was faster:");
  });

  it("are not distinguished by an id of the request", () => {
    const numbered = ["conflict", "conflict", "notFound"] as const;
    const words = numbered.map((reason, index) =>
      provoked(reason, { trouble: { trace: `t-${index}`, text: `it was ${reason} again` } }),
    );

    expect(JSON.stringify(matchersFor(words))).not.toContain("trace");
  });
});

describe("refusals in lists of a payload", () => {
  it("are distinguished by the types of their entries", () => {
    const refusals = [
      provoked("conflict", listed("ConcurrencyError", { currentRowVersion: 7 }), "7"),
      provoked("notFound", listed("TurbineNotFoundError", { name: "a" })),
      provoked("invalid", listed("ValidationError", { path: "output.kilowatts" })),
    ];

    expect(matchersFor(refusals).map(({ reason, payload }) => [reason, payload])).toEqual([
      [
        "conflict",
        { ...typed("ConcurrencyError"), currentResourceVersion: "errors.currentRowVersion" },
      ],
      ["notFound", typed("TurbineNotFoundError")],
      ["invalid", typed("ValidationError")],
      ["invalid", { path: "errors" }],
    ]);
  });

  it("are distinguished by their words if they have nothing else", () => {
    const refusals = [
      provoked(
        "conflict",
        { ...sentences("Someone edited it: it is at 7 now."), lockVersion: 7 },
        "7",
      ),
      provoked("notFound", sentences("Environment does not exist")),
      provoked("invalid", sentences("replicas must be positive", "url is no address")),
      provoked("invalid", sentences("replicas must be positive")),
    ];
    const payload = { path: "errors" };

    expect(matchersFor(refusals)).toEqual([
      {
        reason: "conflict",
        message: "Someone edited it: it is at",
        payload: { ...payload, currentResourceVersion: "lockVersion" },
      },
      { reason: "notFound", message: "Environment does not exist", payload },
      { reason: "invalid", message: "replicas must be positive", payload },
      { reason: "invalid", payload },
    ]);
    expect(payloadPaths(provoked("invalid", sentences("It cannot be so.")))).toEqual({
      message: "errors",
    });
  });

  it("may contain the current version next to the list", () => {
    const messages = [{ code: "stale", field: "lockVersion", message: "was changed" }];
    const stale = { successful: false, messages, result: null, currentLockVersion: 45 };
    const missing = { ...stale, messages: [{ code: "not_found", message: "is not known" }] };
    const [conflict] = matchersFor([
      provoked("conflict", stale, "45"),
      provoked("notFound", { ...missing, currentLockVersion: null }),
    ]);

    expect(conflict?.payload).toEqual({
      path: "messages.code",
      value: "stale",
      currentResourceVersion: "currentLockVersion",
    });
  });

  it("are not confused with errors that have the same text", () => {
    const missing = provoked("notFound", sentences("Kiln does not exist"));
    const barred = provoked("forbidden", {});
    const body = {
      errors: [{ message: "Kiln does not exist, or is barred.", extensions: { code: "NO" } }],
    };
    const exchange = { ...barred.exchange, reply: { status: 200, body } };

    expect(matchersFor([missing, { ...barred, exchange }])).toContainEqual({
      reason: "notFound",
      message: "Kiln does not exist",
      payload: { path: "errors" },
    });
  });

  it("are distinguished by codes if they have any", () => {
    const refusals = [
      provoked("conflict", listed("UserError", { code: "STALE" })),
      provoked("notFound", listed("UserError", { code: "MISSING" })),
    ];
    const places = matchersFor(refusals).map(({ payload }) => payload?.path);

    expect(places).toEqual(["errors.code", "errors.code"]);
  });
});

describe("the version in a payload that reports a conflict", () => {
  const payload = { path: "__typename", value: "EditConflict" };
  const matchers = [{ reason: "conflict", payload }] as const;

  it("is the field that has the current version in a provoked conflict, regardless of its name", () => {
    const conflict = { __typename: "EditConflict", message: "Too late.", nowAt: "7" };

    expect(withCurrentVersions(matchers, [provoked("conflict", conflict, "7")])).toEqual([
      { reason: "conflict", payload: { ...payload, currentResourceVersion: "nowAt" } },
    ]);
    expect(withCurrentVersions(matchers, [provoked("conflict", conflict, "8")])).toEqual(matchers);
  });

  it("stays at its place in the schema", () => {
    const known = [
      { reason: "conflict", payload: { ...payload, currentResourceVersion: "version" } },
    ] as const;
    const conflict = { __typename: "EditConflict", nowAt: "7", version: "7" };

    expect(withCurrentVersions(known, [provoked("conflict", conflict, "7")])).toEqual(known);
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

  it("may name a field by the steps of its path", () => {
    const list = [{ field: ["report", "paper"], message: "must not be negative", code: "RANGE" }];

    expect(payloadPaths(provoked("invalid", { kiosk: null, userErrors: list }))).toEqual({
      message: "userErrors.message",
      causes: { list: "userErrors", reason: "code", field: "field", message: "message" },
    });
    expect(memberNamedIn(list, "paper")).toBe("report.paper");
    expect(memberNamedIn([{ pointer: "/report/paper", rule: "is negative" }], "paper")).toBe(
      "report.paper",
    );
    expect(memberNamedIn({ fields: ["report.ink", "report.paper"] }, "paper")).toBe("report.paper");
  });

  it("may be the keys of a map from fields to messages", () => {
    expect(paperIn({ "report.ink": ["required"], "report.paper": ["is negative"] })).toBe(
      "report.paper",
    );
    expect(paperIn({ "/report/paper": "negative" })).toBe("report.paper");
    expect(paperIn({ paper: ["must not be negative"] })).toBe("paper");
    expect(paperIn({ paper: "A4", ink: ["black"] })).toBeUndefined();
    expect(paperIn({ paper: -1 })).toBeUndefined();
  });

  it("may have a list of messages each", () => {
    const errors = [
      { field: "depth", messages: ["Ensure this value is at least 0.", "Ensure it is even."] },
    ];
    const causes = { list: "errors", field: "field", message: "messages" };

    expect(payloadPaths(provoked("invalid", { ok: false, errors, log: null }))).toEqual({
      message: "errors.messages",
      causes,
    });
    const short = [{ field: "depth", messages: ["required"] }];
    expect(payloadPaths(provoked("invalid", { ok: false, errors: short, log: null }))).toEqual({
      message: "errors.messages",
      causes,
    });
  });

  it("may have messages by the rules that the field breaks, as in class-validator", () => {
    const constraints = {
      max: "depth must not be greater than 9",
      isInt: "depth must be an integer",
    };
    const validationErrors = [{ property: "depth", constraints }];
    const body = { errors: [{ message: "no", extensions: { validationErrors } }] };
    const exchange = { outcome: { result: "done" }, reply: { status: 200, body } } as const;

    expect(causesPaths(exchange, ["depth"])).toEqual({
      list: "extensions.validationErrors",
      field: "property",
      message: "constraints",
    });
  });

  it("may be inside an object of the payload", () => {
    const fields = [{ path: "depth", message: "must not be negative" }];
    const error = { code: "VALIDATION", message: "Invalid log", fields };

    expect(payloadPaths(provoked("invalid", { done: false, error, log: null }))).toEqual({
      message: "error.message",
      causes: { list: "error.fields", field: "path", message: "message" },
    });
  });

  it("may be in a list of an error, which is itself in a list", () => {
    const members = [{ path: "state.watts", problem: "must not be negative" }];
    const errors = [{ __typename: "InvalidInputError", message: "It is not valid.", members }];

    expect(payloadPaths(provoked("invalid", { charger: null, errors }))).toEqual({
      message: "errors.message",
      causes: { list: "errors.members", field: "path", message: "problem" },
    });
    const body = { errors: [{ message: "no", extensions: { errors } }] };
    const exchange = { outcome: { result: "done" }, reply: { status: 200, body } } as const;
    expect(causesPaths(exchange)).toEqual({
      list: "extensions.errors.members",
      field: "path",
      message: "problem",
    });
  });

  it("are found by the invalid field that they name, whatever their properties are called", () => {
    const faults = [{ member: "state.watts", complaint: "must not be negative" }];
    const errors = [{ __typename: "InvalidInputError", message: "It is not valid.", faults }];
    const causes = { list: "errors.faults", field: "member", message: "complaint" };

    expect(payloadPaths(provoked("invalid", { charger: null, errors }), ["watts"])).toEqual({
      message: "errors.message",
      causes,
    });
    const body = { errors: [{ message: "no", extensions: { errors } }] };
    const exchange = { outcome: { result: "done" }, reply: { status: 200, body } } as const;
    expect(causesPaths(exchange, ["watts"])).toEqual({
      ...causes,
      list: "extensions.errors.faults",
    });
    expect(payloadPaths(provoked("invalid", { charger: null, errors }), ["amps"])?.causes).toEqual({
      list: "errors",
      message: "message",
    });
  });

  it("may be no more than the fields that they are about", () => {
    const result = { success: false, message: "It cannot be so.", fields: ["state.minutes"] };

    expect(payloadPaths(provoked("invalid", result))).toEqual({
      message: "message",
      causes: { list: "fields", field: "", message: "" },
    });
  });

  it.each<JsonObject>([{ paths: ["a", "b"] }, { spec: { paths: ["a"] } }, { target: "left" }])(
    "are no part of %o, which contains no message",
    (result) => {
      expect(payloadPaths(provoked("invalid", result))).toBeUndefined();
    },
  );

  it("exclude entries that name no field", () => {
    const result = { message: "It cannot be so.", beds: [{ ward: "W1", code: "b" }] };

    expect(payloadPaths(provoked("invalid", result))).toEqual({ message: "message" });
  });
});

describe("payloads with a code next to their object", () => {
  const words = [
    ["conflict", "REVISION_MISMATCH"],
    ["notFound", "no-such-runner"],
    ["invalid", 422],
  ] as const;

  it.each(["code", "errorCode", "reason"])("are distinguished by their %s", (member) => {
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

function refused(reason: ProvokedRefusal["reason"], error: JsonObject): ProvokedRefusal {
  const body = { data: null, errors: [{ path: ["report"], locations: [{ line: 1 }], ...error }] };
  return {
    ...provoked(reason, {}),
    exchange: { outcome: { result: "done" }, reply: { status: 200, body } },
  };
}

describe("the content of errors", () => {
  it.each([
    { at: "errorType", error: (code: string) => ({ errorType: code }) },
    { at: "extensions.fault", error: (code: string) => ({ extensions: { fault: code } }) },
    { at: "extensions.error.code", error: (code: string) => ({ extensions: { error: { code } } }) },
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

  it.each([
    { at: "errorInfo.data._version", error: { errorInfo: { data: { _version: 7 } } } },
    { at: "extensions.details.current", error: { extensions: { details: { current: "7" } } } },
    {
      at: "extensions.details.etag",
      error: { extensions: { details: [{ a: 7 }, { etag: "7" }] } },
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

  it("decides nothing if the same verb receives it for both", () => {
    const refusals: readonly ProvokedRefusal[] = [
      { ...refused("conflict", conditional), verb: "updateStatus" },
      { ...refused("notFound", conditional), verb: "updateStatus" },
    ];

    expect(matchersFor(refusals)).toEqual([]);
  });
});

describe("a refusal that carries the object", () => {
  it("has the current version in the field that objects have it in, even if other fields have the same value", () => {
    const error = { message: "Rejected.", data: { wish: { interval: 2 }, _version: 2 } };

    const { exchange } = refused("conflict", error);
    expect(currentVersionPath(exchange, "2", "_version")).toBe("data._version");
    expect(currentVersionPath(exchange, "2", "revision")).toBeUndefined();
  });

  it("is no success, and recognized by the list next to the object", () => {
    const order = { id: "a", method: "EXPRESS", revision: 2 };
    const entry = { field: "revision", message: "Someone else changed it.", code: "MOVED" };
    const objects = new Map([["order", "revision"]]);
    const conflict = {
      ...provoked("conflict", { order, errors: [entry] }, "2"),
      objects,
    };

    expect(listsRefusals(conflict)).toBe(true);
    expect(listsRefusals({ ...provoked("conflict", { order, errors: [] }), objects })).toBe(false);
    expect(matchersFor([conflict])).toEqual([
      {
        reason: "conflict",
        payload: {
          path: "errors.code",
          value: "MOVED",
          currentResourceVersion: "order.revision",
        },
      },
    ]);
  });
});

describe("an object that is the whole result", () => {
  it("is no refusal, whatever lists it contains", () => {
    const orchard = { name: "a", version: 2, paths: ["north", "south"], notes: ["Needs water."] };
    const stored = provoked("invalid", orchard);
    const exchange: ProvokedRefusal["exchange"] = {
      ...stored.exchange,
      outcome: {
        result: "object",
        object: {
          kind: "Orchard",
          metadata: { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("2") },
        },
      },
    };
    const objects = new Map([["", "version"]]);

    expect(listsRefusals({ ...stored, exchange, objects })).toBe(false);
    // If the operation is rejected, its result has no object.
    expect(listsRefusals({ ...stored, objects })).toBe(true);
  });
});

function said(message: string, particulars: readonly string[] = []): ProvokedRefusal {
  const body = { data: null, errors: [{ message }] };
  return {
    ...provoked("notFound", {}),
    particulars,
    exchange: { outcome: { result: "done" }, reply: { status: 200, body } },
  };
}

describe("the message of a refusal", () => {
  it.each([
    { says: ["4fb1a does not exist", "c70e9a does not exist"], message: "does not exist" },
    { says: ["kiln-a is gone for good", "kila is gone for good"], message: "is gone for good" },
    { says: ["Crate was not found", "Crate was not found"], message: "Crate was not found" },
  ])("has no part of a word that changes: $says", ({ says, message }) => {
    const matchers = matchersFor(
      says.map((text) => said(text)),
      undefined,
    );

    expect(matchers).toEqual([{ reason: "notFound", message }]);
  });
});

it("recognizes a message that is part of a longer message for another reason", () => {
  const stale = { ...said("stamp is not valid"), reason: "conflict" } as const;
  const wrong = { ...said("gain is not valid", ["gain"]), reason: "invalid" } as const;
  const matchers = matchersFor([wrong, stale, said("there is none")]);

  expect(matchers).toEqual([
    { reason: "conflict", message: "stamp is not valid" },
    { reason: "notFound", message: "there is none" },
    { reason: "invalid", message: "is not valid" },
  ]);
  expect(matchersFor([wrong, { ...stale, exchange: wrong.exchange }])).not.toContainEqual(
    expect.objectContaining({ reason: "invalid" }),
  );
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

const aboutBarge = (
  reason: ProvokedRefusal["reason"],
  verb: NonNullable<ProvokedRefusal["verb"]>,
  message: string,
): ProvokedRefusal => ({
  ...refusedWith(200, message),
  reason,
  verb,
  particulars: ["b-1", "b-2", "north", "stranger", "controller"],
});

describe("messages about a long name of a resource", () => {
  const refusals = [
    aboutBarge("alreadyExists", "create", 'barges.fleet.example.com "b-1" already exists'),
    aboutBarge("notFound", "read", 'barges.fleet.example.com "b-2" not found'),
    aboutBarge("notFound", "delete", 'barges.fleet.example.com "b-2" not found'),
    aboutBarge(
      "forbidden",
      "read",
      'barges.fleet.example.com "b-1" is forbidden: User "stranger" cannot get resource "barges" in API group "fleet.example.com" in the namespace "north"',
    ),
    aboutBarge(
      "forbidden",
      "create",
      'barges.fleet.example.com is forbidden: User "controller" cannot create resource "barges" in API group "fleet.example.com" in the namespace "north"',
    ),
  ];

  it("are distinguished by the words for the reason", () => {
    const matchers = matchersFor(refusals);
    const reasonsOf = (message: string): readonly string[] =>
      matchers.flatMap(({ reason, message: text }) =>
        text !== undefined && new RegExp(text, "u").test(message) ? [reason] : [],
      );

    expect(reasonsOf('barges.fleet.example.com "b-9" already exists')).toEqual(["alreadyExists"]);
    expect(reasonsOf('barges.fleet.example.com "b-9" not found')).toEqual(["notFound"]);
    expect(matchers.every(({ alsoFor }) => alsoFor === undefined)).toBe(true);
    expect(matchers.every(({ verbs }) => verbs === undefined)).toBe(true);
  });
});

function about(reason: ProvokedRefusal["reason"], message: string): ProvokedRefusal {
  return { ...refusedWith(200, message), reason };
}

describe("the code with which a message starts", () => {
  it.each([
    { messages: ["E_404", "E_DUP", "E_PERM"], codes: [String.raw`^E_404\b`, String.raw`^E_DUP\b`] },
    {
      messages: ["ERR-17 gone", "ERR-18 gone", "ERR-19 gone"],
      codes: [String.raw`^ERR-17\b`, String.raw`^ERR-18\b`],
    },
    { messages: ["E_1", "E_1", "E_2"], codes: [] },
    { messages: ["NO", "NO!", "OK"], codes: [] },
  ])("distinguishes errors if no text does: $messages", ({ messages, codes }) => {
    const [missing = "", taken = "", denied = ""] = messages;
    const found = matchersFor([
      about("notFound", missing),
      about("alreadyExists", taken),
      about("forbidden", denied),
    ]);

    expect(found.flatMap(({ reason, message }) => (reason === "forbidden" ? [] : message))).toEqual(
      codes,
    );
  });
});
