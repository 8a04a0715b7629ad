import type { JsonObject, JsonValue, Outcome } from "#contract";
import type { Finding, Step } from "#harness";
import { describe, expect, it } from "vitest";
import { complaintOf, noReply, refused, strictTarget } from "../testing/builders.ts";
import { denied, forbidden, read, reported, stored, written } from "../testing/denial-builders.ts";
import { beforeVersionAndValidation } from "./before-version-and-validation.ts";
import { existenceNotDisclosed } from "./existence-not-disclosed.ts";
import { sameRuleOnEveryTransport } from "./same-rule-on-every-transport.ts";

function deniedAbout(name: string): Outcome {
  return refused("forbidden", { message: `not ${name}` });
}

describe("existence-not-disclosed", () => {
  const requirement = "authorization.existence-not-disclosed";
  const missing = refused("notFound");

  it.each<[string, Outcome, Outcome, Finding["result"], number | undefined]>([
    ["the same denial but for the name", deniedAbout("web-1"), deniedAbout("web-2"), "held", 1],
    ["both hidden", missing, missing, "held", 1],
    ["a missing object that is told", forbidden, missing, "violated", undefined],
    [
      "other words",
      deniedAbout("web-1"),
      refused("forbidden", { message: "none" }),
      "violated",
      undefined,
    ],
    [
      "a version",
      refused("forbidden", { message: "at 7" }),
      deniedAbout("web-2"),
      "violated",
      undefined,
    ],
    ["a caller who may", stored, missing, "held", 0],
    ["a caller who may, of two that are alike", stored, stored, "held", 0],
    ["a caller who may, and was late", refused("conflict"), missing, "held", 0],
    ["a name that is left out", deniedAbout("web-1"), deniedAbout(""), "violated", undefined],
    ["no response", noReply, forbidden, "errored", undefined],
  ])("on %s", (_, ofExisting, ofMissing, result, instances) => {
    const pair = {
      existing: read("stranger", ofExisting, "web-1"),
      missing: read("stranger", ofMissing, "web-2"),
    };
    const [finding] = existenceNotDisclosed.judge([pair], strictTarget);

    expect(finding).toMatchObject({ requirement, result });
    expect(finding?.result === "held" ? finding.instances : undefined).toBe(instances);
  });
});

function deniedWith(name: string, words: string): Step {
  return read("stranger", refused("forbidden", { message: `no ${name}, ${words}` }), name);
}

function resultOf(words: readonly [string, string, string, string]): unknown {
  const [existing, missing, existingAgain, missingAgain] = words;
  const pair = {
    existing: deniedWith("web-1", existing),
    missing: deniedWith("web-2", missing),
    again: {
      existing: deniedWith("web-1", existingAgain),
      missing: deniedWith("web-2", missingAgain),
    },
  };
  return existenceNotDisclosed.judge([pair], strictTarget)[0]?.result;
}

describe("a denial with words that vary", () => {
  it.each([
    { words: ["id a1", "id b2", "id c3", "id d4"], result: "held" },
    { words: ["at 10:59:59Z", "at 11:00:00Z", "at 11:00:00Z", "at 11:00:00Z"], result: "held" },
    { words: ["id a1, denied", "id b2, none", "id c3, denied", "id d4, none"], result: "violated" },
    { words: ["denied", "none", "denied", "none"], result: "violated" },
    { words: ["id a1", "b2", "id c3", "d4"], result: "violated" },
  ] as const)("$words: $result", ({ words, result }) => {
    expect(resultOf(words)).toBe(result);
  });
});

function error(more: JsonObject): JsonValue {
  return { errors: [{ message: "no", ...more }] };
}

interface Body {
  readonly variables?: JsonObject;
  readonly body: JsonValue;
}

function bodyFor(id: string, more: JsonObject): Body {
  return { variables: { id }, body: error({ id, ...more }) };
}

describe("the body of a denial", () => {
  function pairOf(existing: Body, missing: Body): { existing: Step; missing: Step } {
    const stepOf = ({ variables, body }: Body, name: string): Step => ({
      ...read("stranger", forbidden, name),
      wire: { variables: variables ?? { name }, body },
    });
    return { existing: stepOf(existing, "web-1"), missing: stepOf(missing, "web-2") };
  }

  function judged(rounds: readonly (readonly [Body, Body])[]): Finding | undefined {
    const [pair, again, ...more] = rounds.map(([existing, missing]) => pairOf(existing, missing));
    const pairs = pair === undefined ? [] : [{ ...pair, ...(again ? { again, more } : {}) }];
    return existenceNotDisclosed.judge(pairs, strictTarget)[0];
  }

  it.each<{ what: string; existing: Body; missing: Body; result: Finding["result"] }>([
    {
      what: "the same",
      existing: { body: error({}) },
      missing: { body: error({}) },
      result: "held",
    },
    {
      what: "with the requested names",
      existing: { body: error({ extensions: { of: "zone/web-1" } }) },
      missing: { body: error({ extensions: { of: "zone/web-2" } }) },
      result: "held",
    },
    {
      what: "with the requested ids",
      existing: {
        variables: { id: "12", at: 7 },
        body: error({ message: "not 12", id: 12, all: 120 }),
      },
      missing: {
        variables: { id: "7", at: 7 },
        body: error({ message: "not 7", id: 7, all: 120 }),
      },
      result: "held",
    },
    {
      what: "with a line number like a requested version",
      existing: { variables: { version: "15" }, body: error({ line: 1, at: "15" }) },
      missing: { variables: { version: "1" }, body: error({ line: 1, at: "1" }) },
      result: "held",
    },
    {
      what: "after a request that contains the whole object",
      existing: {
        variables: { body: { spec: { mode: "may" }, of: "zone-one", kind: "Web" } },
        body: error({ message: 'webs "web-1" may not be changed in zone-one', kind: "Web" }),
      },
      missing: {
        variables: { body: { of: "zone-one", kind: "Web" } },
        body: error({ message: 'webs "web-2" may not be changed in zone-one', kind: "Web" }),
      },
      result: "held",
    },
    {
      what: "with the version of the object",
      existing: { variables: { version: "2" }, body: error({ now: 15 }) },
      missing: { variables: { version: "1" }, body: error({ now: 0 }) },
      result: "violated",
    },
    {
      what: "with the object",
      existing: { body: error({ extensions: { current: { size: 1 } } }) },
      missing: { body: error({}) },
      result: "violated",
    },
    {
      what: "with data",
      existing: { body: { errors: [{ message: "no" }], data: { web: { size: 1 } } } },
      missing: { body: { errors: [{ message: "no" }], data: { web: null } } },
      result: "violated",
    },
    {
      what: "with a report on the execution",
      existing: { body: { errors: [], extensions: { cost: 2 } } },
      missing: { body: { errors: [], extensions: { cost: 1 } } },
      result: "held",
    },
    {
      what: "with durations",
      existing: { body: error({ extensions: { durationMs: 2 } }) },
      missing: { body: error({ extensions: { durationMs: 1 } }) },
      result: "held",
    },
  ])("is compared: $what", ({ existing, missing, result }) => {
    const rounds = Array.from({ length: 4 }, () => [existing, missing] as const);

    expect(judged(rounds)?.result).toBe(result);
  });

  it.each([
    { ids: ["a", "b", "c", "b", "a", "b", "a", "b"], result: "held" },
    { ids: ["a", "b", "a", "b", "a", "b", "a", "b"], result: "violated" },
  ])("may contain words that vary: $ids", ({ ids, result }) => {
    const bodies = ids.map((id) => ({ body: error({ extensions: { trace: id } }) }));
    const rounds = [0, 2, 4, 6].flatMap((at) => {
      const [existing, missing] = bodies.slice(at, at + 2);
      return existing === undefined || missing === undefined ? [] : [[existing, missing] as const];
    });

    expect(judged(rounds)?.result).toBe(result);
  });

  it("is not judged if identical requests get bodies of another structure", () => {
    const [plain, traced] = [{ body: error({}) }, { body: error({ trace: ["a", "b"] }) }];

    expect(judged([[traced, plain] as const, [plain, traced] as const])?.result).toBe("held");
  });

  it("is judged if only the requests make the structures differ", () => {
    const existing = bodyFor("zone/one", { current: 3 });
    const rounds = ["zone/two", "zone/two/a", "zone/b"].map(
      (id) => [existing, bodyFor(id, {})] as const,
    );

    expect(judged(rounds)?.result).toBe("violated");
  });

  it("is shown", () => {
    const disclosing = { body: error({ extensions: { current: 3 } }) };
    const rounds = Array.from({ length: 4 }, () => [disclosing, { body: error({}) }] as const);

    expect(judged(rounds)).toMatchObject({
      actual:
        "the response for the existing object, compared with the response for the missing object: " +
        'errors[0].extensions is {"current":3} instead of absent',
    });
  });
});

describe("a denied caller who asks for names", () => {
  it("is shown in both answers", () => {
    const pair = {
      existing: read("stranger", forbidden, "web-1"),
      missing: read("stranger", refused("notFound"), "web-2"),
    };

    expect(existenceNotDisclosed.judge([pair], strictTarget)).toMatchObject([
      {
        expected:
          "the same error for an existing and a missing object, except for the requested name",
        actual:
          "for the existing object: rejected as forbidden (code FORBIDDEN): no; for the missing object: " +
          "rejected as notFound (code NOTFOUND): no",
        evidence: [1, 1],
      },
    ]);
  });
});

describe("before-version-and-validation", () => {
  const requirement = "authorization.before-version-and-validation";
  const conflict = refused("conflict");

  it.each<[string, readonly Outcome[], Finding["result"], number | undefined]>([
    ["a denial in spite of the flaw", [forbidden, forbidden, conflict], "held", 1],
    ["the flaw told to a denied caller", [forbidden, conflict, conflict], "violated", undefined],
    ["a denied caller served", [forbidden, written, conflict], "violated", undefined],
    ["a caller who may", [written, conflict, conflict], "held", 0],
    ["a flaw that nobody is told of", [forbidden, forbidden, written], "held", 0],
    ["no response", [forbidden, noReply, conflict], "errored", undefined],
  ])("on %s", (_, [plain = noReply, flawed = noReply, permitted = noReply], result, instances) => {
    const trial = {
      flaw: "a stale version",
      permitted: reported("controller", permitted, 3),
      attempts: [{ plain: reported("author", plain, 1), flawed: reported("author", flawed, 2) }],
    };
    const [finding] = beforeVersionAndValidation.judge([trial], strictTarget);

    expect(finding).toMatchObject({ requirement, result });
    expect(finding?.result === "held" ? finding.instances : undefined).toBe(instances);
  });

  it("requires a credential of an anonymous caller first", () => {
    const findings = beforeVersionAndValidation.judge(
      [
        {
          flaw: "no version",
          permitted: reported("controller", refused("invalid")),
          attempts: [
            {
              plain: reported("anonymous", refused("unauthenticated")),
              flawed: reported("anonymous", forbidden),
            },
          ],
        },
      ],
      strictTarget,
    );

    expect(complaintOf(findings, requirement)).toBe(
      "with no version: rejected as forbidden (code FORBIDDEN): no",
    );
    expect(findings).toMatchObject([
      {
        expected:
          "rejected as unauthenticated, because no credential is sent, even if the " +
          "request has another error",
      },
    ]);
  });
});

describe("same-rule-on-every-transport", () => {
  const requirement = "authorization.same-rule-on-every-transport";

  it("holds for the finding about a refusal, and for its effect", () => {
    const primary = [reported("author", forbidden, 1)];
    const socket = denied("author", refused("conflict"), { after: written, isEventSeen: true });

    expect(sameRuleOnEveryTransport.judge({ primary, socket }, strictTarget)).toMatchObject([
      {
        expected:
          "rejected as forbidden, because updateStatus as author was rejected like this over the primary transport, in exchange 1",
        evidence: [2, 4],
      },
      { requirement: "isolation.refused-write-changes-nothing", result: "violated" },
      { requirement: "watch.nothing-for-refused", result: "violated" },
    ]);
  });

  it.each<[string, Outcome, Outcome, Finding["result"], number | undefined]>([
    ["the same denial", forbidden, forbidden, "held", 1],
    ["a socket that serves", forbidden, written, "violated", undefined],
    ["a socket that says something else", forbidden, refused("conflict"), "violated", undefined],
    ["a primary transport that serves, too", written, written, "held", 0],
    ["no response", noReply, forbidden, "errored", undefined],
  ])("on %s", (_, overPrimary, overSocket, result, instances) => {
    const observations = {
      primary: [reported("author", overPrimary, 1)],
      socket: denied("author", overSocket),
    };
    const findings = sameRuleOnEveryTransport.judge(observations, strictTarget);
    const finding = findings.find((found) => found.requirement === requirement);

    expect(finding).toMatchObject({ result });
    expect(finding?.result === "held" ? finding.instances : undefined).toBe(instances);
  });
});
