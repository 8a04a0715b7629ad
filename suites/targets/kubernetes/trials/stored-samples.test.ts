import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { TrialReply, TrialServer } from "./trial-server.ts";
import { noTrialServer } from "./trial-server.ts";
import { storedSamples } from "./stored-samples.ts";

const given = {
  specs: [{ sku: "A" }, { sku: "B" }, { sku: "C" }],
  statuses: [
    { count: 1, message: "One" },
    { count: 2, message: "Two" },
    { count: 3, message: "Three" },
  ],
  counter: "count",
  invalidStatuses: [],
};

function accepted(object: JsonObject): Promise<TrialReply> {
  return Promise.resolve({ isAccepted: true, object });
}

function serverOf(
  normalize: (status: JsonObject, attempt: number) => JsonObject,
  ofSpec: (spec: JsonObject) => JsonObject = (spec) => spec,
): TrialServer {
  let attempts = 0;
  return {
    ...noTrialServer,
    isReal: true,
    tryCreation: (spec) => accepted({ spec: ofSpec(spec) }),
    create: (spec) => accepted({ spec: ofSpec(spec) }),
    tryStatus: (status) => {
      attempts += 1;
      return accepted({ status: normalize(status, attempts) });
    },
  };
}

const lower = (value: JsonObject): JsonObject => {
  const lowered: unknown = JSON.parse(JSON.stringify(value, undefined, 1).toLowerCase());
  return isJsonObject(lowered) ? lowered : {};
};

const zeros = new Set(["false", "0", '""', "[]", "{}"]);

/** Drops zero values, as Go does for properties with `omitempty`. */
const withoutZeros = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => !zeros.has(JSON.stringify(one))));

describe("storedSamples", () => {
  it("keeps values that the server stores unchanged", async () => {
    await expect(
      storedSamples(
        given,
        serverOf((status) => status),
      ),
    ).resolves.toEqual({
      samples: given,
      changes: [],
    });
  });

  it("returns values that the server normalizes, and states the changes", async () => {
    const { samples, changes } = await storedSamples(given, serverOf(lower, lower));

    expect(samples.specs).toEqual([{ sku: "a" }, { sku: "b" }, { sku: "c" }]);
    expect(samples.statuses[0]).toEqual({ count: 1, message: "one" });
    expect(changes).toEqual([
      'spec.sku is stored as "a" instead of "A"',
      'status.message is stored as "one" instead of "One"',
    ]);
  });

  it("omits a property that the server always drops", async () => {
    const { samples, changes } = await storedSamples(
      given,
      serverOf(({ message: _message, ...status }) => status),
    );

    expect(samples.statuses).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }]);
    expect(changes).toEqual(["status.message is not stored"]);
  });

  it("omits only the zero values that the server drops", async () => {
    const withZeros = {
      ...given,
      statuses: [
        { count: 1, message: "", isReady: true, tries: 4, items: ["a"], limits: { a: 1 } },
        { count: 2, message: "Two", isReady: false, tries: 0, items: [], limits: {} },
      ],
    };

    const { samples, changes } = await storedSamples(withZeros, serverOf(withoutZeros));

    expect(samples.statuses).toEqual([
      { count: 1, isReady: true, tries: 4, items: ["a"], limits: { a: 1 } },
      { count: 2, message: "Two" },
    ]);
    expect(changes).toEqual([
      "status.message is not stored",
      "status.isReady is not stored",
      "status.tries is not stored",
      "status.items is not stored",
      "status.limits is not stored",
    ]);
  });

  it("keeps a given value that is dropped although other values of its property are stored", async () => {
    const { samples, changes } = await storedSamples(
      given,
      serverOf(({ message, ...status }) =>
        message === undefined || message === "Two" ? status : lower({ ...status, message }),
      ),
    );

    expect(samples.statuses).toEqual([
      { count: 1, message: "one" },
      { count: 2, message: "Two" },
      { count: 3, message: "three" },
    ]);
    expect(changes).toEqual(['status.message is stored as "one" instead of "One"']);
  });

  it("omits a property that only one sample contains if the server drops it", async () => {
    const { samples } = await storedSamples(
      { ...given, statuses: [{ count: 1, message: "One" }, { count: 2 }] },
      serverOf(({ message: _message, ...status }) => status),
    );

    expect(samples.statuses).toEqual([{ count: 1 }, { count: 2 }]);
  });

  it("returns a normalized value that the server drops only next to another one", async () => {
    const { samples } = await storedSamples(
      given,
      serverOf(({ message = "", ...status }) =>
        "count" in status ? status : lower({ ...status, message }),
      ),
    );

    expect(samples.statuses[0]).toEqual({ count: 1, message: "one" });
  });

  it.each<{ what: string; normalize: (status: JsonObject, attempt: number) => JsonObject }>([
    {
      what: "loses a value only sometimes",
      normalize: ({ message = "", ...status }, attempt) =>
        attempt % 2 === 0 ? status : { ...status, message },
    },
    {
      what: "drops a property only next to another one",
      normalize: ({ message = "", ...status }) =>
        "count" in status ? status : { ...status, message },
    },
    { what: "changes the counter", normalize: (status) => ({ ...status, count: 7 }) },
    { what: "drops the whole status", normalize: () => ({}) },
    {
      what: "changes its own values again",
      normalize: ({ message = "", ...status }) => ({
        ...status,
        message: `${JSON.stringify(message)}!`,
      }),
    },
  ])("keeps the given values for a server that $what", async ({ normalize }) => {
    await expect(storedSamples(given, serverOf(normalize))).resolves.toEqual({
      samples: given,
      changes: [],
    });
  });
});
