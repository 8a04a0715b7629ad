import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject } from "#contract";
import { causesPaths, currentVersionPath, memberNamedIn, payloadPaths } from "./error-details.ts";
import { listsRefusals, withCurrentVersions } from "./payload-signs.ts";
import { matchersFor } from "./refusal-signs.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { provoked, refused } from "./refusal-signs.fixture.ts";

function paperIn(fields: JsonObject): string | undefined {
  return memberNamedIn({ errors: [{ message: "no", extensions: { fields } }] }, "paper");
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

  it("have one matcher if several deletions are compared with an accepted one", () => {
    const counts = ["affected_rows"];
    const refusals: readonly ProvokedRefusal[] = [
      provoked("conflict", none),
      { ...provoked("conflict", none), counts },
      { ...provoked("notFound", none), verb: "updateStatus" },
      { ...provoked("notFound", none), verb: "delete", counts },
    ];

    expect(matchersFor(refusals).map(({ reason, verbs }) => [reason, verbs])).toEqual([
      ["conflict", ["update", "updateStatus", "patchStatus"]],
      ["notFound", ["delete"]],
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

  it.each([
    { options: [{ key: "current", value: "7" }], path: "options.value" },
    { options: { actualRevision: 7 }, path: "options.actualRevision" },
    // The path leads to the first value of the list.
    {
      options: [
        { key: "limit", value: "9" },
        { key: "current", value: "7" },
      ],
      path: undefined,
    },
    { options: [{ key: "limit", value: "7" }], path: undefined },
  ])("may be next to its name in $options", ({ options, path }) => {
    const conflict = { __typename: "EditConflict", message: "Too late.", options };
    const found = withCurrentVersions(matchers, [provoked("conflict", conflict, "7")]);

    expect(found[0]?.payload?.currentResourceVersion).toBe(path);
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

  it("may be the result itself", () => {
    const result = { __typename: "Refusal", reason: "BAD", text: "It is low.", property: "drift" };

    expect(payloadPaths(provoked("invalid", result))?.causes).toEqual({
      list: "",
      field: "property",
      message: "text",
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
