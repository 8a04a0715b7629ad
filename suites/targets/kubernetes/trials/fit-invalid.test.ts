import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue, RefusalReason } from "#contract";
import { fitInvalid } from "./fit-invalid.ts";
import { noTrialServer } from "./trial-server.ts";
import type { TrialReply, TrialServer } from "./trial-server.ts";

const schema = {
  type: "object",
  properties: {
    filled: { type: "integer", minimum: 0, maximum: 9 },
    mood: { type: "string", enum: ["Empty", "Full"] },
    lane: { type: "string", pattern: "^[A-Z]$" },
  },
};

const minimum = "status.filled: a number below the minimum";
const maximum = "status.filled: a number above the maximum";
const choice = "status.mood: a value that is not in the enum";
const pattern = "status.lane: a string that does not match the pattern";

describe("fitInvalid", () => {
  it.each<[string, (status: JsonObject) => string | undefined, readonly string[]]>([
    ["a server that ignores minima", wrongExcept("minimum"), [choice, minimum]],
    ["a server that ignores maxima", wrongExcept("maximum"), [choice, minimum, maximum]],
    ["a server that ignores enumerations", wrongExcept("enum"), [minimum, choice]],
    ["a server that ignores patterns", wrongExcept("pattern"), [choice, minimum, pattern]],
  ])("adds the statuses that the schema forbids on %s", async (_, wrong, names) => {
    const found = await namesOn(serverWith(wrong));

    expect(found.filter((name) => !/instead of/u.test(name))).toEqual(names);
    expect(found.at(-1)).toBe(names.at(-1));
  });

  it("adds statuses on a server that does not even enforce types", async () => {
    expect(await namesOn(serverWith(() => undefined))).toEqual([choice, minimum]);
    expect(
      await namesOn(
        serverWith(() => undefined),
        false,
      ),
    ).toEqual([]);
  });

  it.each<[string, TrialServer, boolean]>([
    ["enforces only types", serverWith(wrongType), true],
    ["changes the values", serverWith(wrongExcept("minimum"), { filled: 0 }), true],
    ["does not validate by the schema", serverWith(wrongExcept("minimum")), false],
  ])("adds none if the server %s", async (_, trialServer, isValidated) => {
    const found = await namesOn(trialServer, isValidated);

    expect(found).not.toContain(minimum);
  });

  it("finds them on a server whose errors have no causes", async () => {
    expect(await namesOn(rejecting("invalid"))).toEqual([choice, minimum, pattern, maximum]);
  });

  it.each<RefusalReason>(["internal", "conflict", "rateLimited"])(
    "finds none if every status is rejected as %s without causes",
    async (reason) => {
      expect(await namesOn(rejecting(reason))).toEqual([]);
    },
  );

  it("adds no value that another alternative of the schema admits", async () => {
    const filled = { anyOf: [{ type: "integer", minimum: 0 }, { enum: [-1] }] };
    const either = { ...schema, properties: { ...schema.properties, filled } };
    const found = await namesOn(serverWith(wrongExcept("minimum")), true, either);

    expect(found).not.toContain(minimum);
  });
});

async function namesOn(
  trialServer: TrialServer,
  isValidated = true,
  status: JsonObject = schema,
): Promise<readonly string[]> {
  const found = await fitInvalid({
    schema: status,
    served: { root: {}, parts: new Map() },
    sample: { filled: 1, mood: "Empty", lane: "A" },
    form: { always: {}, standIn: {}, defaults: {} },
    isValidated,
    trialServer,
  });
  return found.map(({ field, defect }) => `${field}: ${defect}`);
}

/** A server that names the first invalid field. It stores other statuses, with the given changes. */
function serverWith(
  wrong: (status: JsonObject) => string | undefined,
  changes: JsonObject = {},
): TrialServer {
  const tryStatus = (status: JsonObject): Promise<TrialReply> => {
    const field = wrong(status);
    const object = { status: { ...status, ...changes } };
    if (field === undefined) return Promise.resolve({ isAccepted: true, object });
    const message = "is not valid";
    return Promise.resolve({ isAccepted: false, message, causes: [{ field, message }] });
  };
  return { ...noTrialServer, isReal: true, tryStatus };
}

/** A server that enforces the schema, and whose errors have this reason, but no causes. */
function rejecting(reason: RefusalReason): TrialServer {
  const wrong = wrongExcept("maximum");
  const tryStatus = (status: JsonObject): Promise<TrialReply> =>
    Promise.resolve(
      wrong(status) === undefined
        ? { isAccepted: true, object: { status } }
        : { isAccepted: false, message: "is not valid", reason, causes: [] },
    );
  return { ...noTrialServer, isReal: true, tryStatus };
}

type Constraint = "enum" | "maximum" | "minimum" | "pattern";

function wrongExcept(ignored: Constraint): (status: JsonObject) => string | undefined {
  const isMet: Record<Constraint, (status: JsonObject) => boolean> = {
    minimum: ({ filled }) => numberOf(filled) >= 0,
    maximum: ({ filled }) => numberOf(filled) <= 9,
    enum: ({ mood }) => mood === "Empty" || mood === "Full",
    pattern: ({ lane }) => lane === "A",
  };
  return (status) => {
    const broken = constraints.find(([name]) => name !== ignored && !isMet[name](status));
    return wrongType(status) ?? broken?.[1];
  };
}

const constraints: readonly (readonly [Constraint, string])[] = [
  ["minimum", "status.filled"],
  ["maximum", "status.filled"],
  ["enum", "status.mood"],
  ["pattern", "status.lane"],
];

function numberOf(value: JsonValue | undefined): number {
  return typeof value === "number" ? value : 0;
}

function wrongType({ filled, mood, lane }: JsonObject): string | undefined {
  if (typeof filled !== "number") return "status.filled";
  if (typeof mood !== "string") return "status.mood";
  return typeof lane === "string" ? undefined : "status.lane";
}
