import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeLog } from "../testing/judged-log.ts";
import { gateway } from "./gateway.ts";
import { readMapping } from "./gateway-mapping.ts";
import { matchedPath, parsePathPattern } from "./path-pattern.ts";

const mapping = {
  time: "at",
  duration: "took.ms",
  client: "client",
  object: "object",
  operation: "operation",
  operations: { "query Get*": "read", "mutation Update*": "update", "mutation Patch*": "patch" },
  statusOperations: ["*Status"],
  outcome: "code",
  outcomes: { VERSION_CONFLICT: "conflict", OK: "ok" },
  precondition: "variables.input.resourceVersion",
  version: "result.metadata.resourceVersion",
  uid: "result.metadata.uid",
  sent: "variables.input",
  stored: "result",
} as const;

interface Logged {
  readonly at: number;
  readonly client: string;
  readonly operation: string;
  readonly code?: string;
  readonly input?: unknown;
  readonly version?: string;
  readonly status?: unknown;
}

function log(records: readonly Logged[]): string {
  const lines = records.map(({ at, client, operation, code = "OK", input, version, status }) =>
    JSON.stringify({
      at: new Date(1_772_446_530_000 + at).toISOString(),
      took: { ms: 3 },
      client,
      object: "devices/north/d1",
      operation,
      code,
      ...(input === undefined ? {} : { variables: { input } }),
      ...(version === undefined
        ? {}
        : { result: { metadata: { resourceVersion: version, uid: "u" }, status } }),
    }),
  );
  return lines.join("\n");
}

function line(ms: number, method: string, path: string, more: object): string {
  return JSON.stringify({ at: ms, took: "4ms", host: "eu", method, path, code: 200, ...more });
}

describe("the log of a gateway", () => {
  it("shows a server that let two writes replace one version, with its clients", () => {
    const { anomalies } = judgeLog(
      gateway,
      [
        log([
          { at: 0, client: "a", operation: "query GetDevice", version: "v1", status: {} },
          {
            at: 10,
            client: "a",
            operation: "mutation UpdateDeviceStatus",
            input: { resourceVersion: "v1" },
            version: "v2",
            status: {},
          },
          {
            at: 20,
            client: "b",
            operation: "mutation UpdateDeviceStatus",
            input: { resourceVersion: "v1" },
            version: "v3",
            status: {},
          },
        ]),
      ],
      { mapping },
    );

    expect(
      anomalies.map(({ anomaly, requests }) => [
        anomaly.type,
        ...requests.map(({ by }) => by.user),
      ]),
    ).toEqual([["lost-update", "b", "a"]]);
  });

  it("shows how its clients affect each other", () => {
    const { findings, anomalies } = judgeLog(
      gateway,
      [
        log([
          {
            at: 0,
            client: "a",
            operation: "mutation PatchDeviceStatus",
            input: { status: { power: "on", level: 1 } },
            version: "v1",
            status: { power: "on", level: 1 },
          },
          {
            at: 100,
            client: "a",
            operation: "mutation PatchDeviceStatus",
            input: { status: { power: "off" } },
            version: "v2",
            status: { power: "off", level: 1 },
          },
          {
            at: 200,
            client: "b",
            operation: "mutation PatchDeviceStatus",
            input: { status: { power: "on", level: 2 } },
            version: "v3",
            status: { power: "on", level: 2 },
          },
        ]),
      ],
      { mapping },
    );

    expect(anomalies).toEqual([]);
    expect(
      findings.map(({ rule, by, other, lost }) => [
        rule,
        by.user,
        other?.user,
        lost.map(({ path }) => path),
      ]),
    ).toEqual([["lost-update", "b", "a", ["status.power"]]]);
  });

  it("shows nothing in conflicts, timeouts, and writers that are not logged", () => {
    const verdict = judgeLog(
      gateway,
      [
        log([
          { at: 0, client: "a", operation: "query GetDevice", version: "v1", status: {} },
          {
            at: 10,
            client: "a",
            operation: "mutation UpdateDevice",
            code: "VERSION_CONFLICT",
            input: { resourceVersion: "v1" },
          },
          {
            at: 20,
            client: "a",
            operation: "mutation UpdateDevice",
            code: "504",
            input: { resourceVersion: "v4" },
          },
          {
            at: 30,
            client: "b",
            operation: "mutation UpdateDevice",
            input: { resourceVersion: "v7" },
            version: "v8",
            status: {},
          },
          { at: 40, client: "a", operation: "query GetDevice", version: "v9", status: {} },
          { at: 50, client: "a", operation: "subscription Watch" },
        ]),
      ],
      { mapping },
    );

    expect(verdict).toMatchObject({ anomalies: [], findings: [], open: [], requests: 5 });
    expect([...verdict.skipped]).toEqual([["unmapped operation", 1]]);
  });

  it("is read with the object and the operation from several fields", () => {
    const { anomalies, requests, skipped } = judgeLog(
      gateway,
      [
        [
          line(1_772_446_530_000, "PUT", "/v1/sites/3/pumps/7?dry=1", { version: "a" }),
          line(1_772_446_530_010, "PUT", "/v1/sites/3/pumps/7/status", { old: "a", version: "b" }),
          line(1_772_446_530_020, "PUT", "/v1/sites/3/pumps/7", { old: "a", version: "c" }),
          line(1_772_446_530_030, "PUT", "/v1/sites/3", { version: "a" }),
        ].join("\n"),
      ],
      {
        mapping: {
          time: "at",
          duration: "took",
          client: "client",
          object: ["host", "path"],
          objectPattern: ["{host}//v1/hoses/{hose}", "{host}//v1/sites/{site}/pumps/{pump}"],
          operation: ["method", "path"],
          operations: { "PUT *": "update" },
          statusOperations: ["PUT */status"],
          outcome: "code",
          precondition: "old",
          version: "version",
        },
      },
    );

    expect({ requests, skipped: [...skipped] }).toEqual({
      requests: 3,
      skipped: [["no object", 1]],
    });
    expect(anomalies.map(({ anomaly }) => anomaly)).toEqual([
      expect.objectContaining({ type: "lost-update", object: "eu//v1/sites/3/pumps/7" }),
    ]);
  });

  it("is read without start times if the unit of durations is unknown", () => {
    const { limits } = judgeLog(
      gateway,
      [log([{ at: 0, client: "a", operation: "query GetDevice", version: "v1", status: {} }])],
      { mapping: { ...mapping, duration: "took.time" } },
    );

    expect(limits).toEqual([expect.stringContaining('set "durationUnit"')]);
  });

  it("is read from the example", () => {
    const text = readFileSync(
      new URL("../../../../docs/examples/history/requests.ndjson", import.meta.url),
      "utf8",
    );
    const { anomalies, limits } = judgeLog(gateway, [text], {
      mapping: {
        time: "at",
        duration: "ms",
        client: "client",
        object: "object",
        operation: "method",
        operations: { GET: "read", POST: "create", PUT: "update", DELETE: "delete" },
        outcome: "status",
        precondition: "if_match",
        version: "etag",
        uid: "id",
      },
    });

    expect(anomalies.map(({ anomaly }) => anomaly.type)).toEqual(["lost-update"]);
    expect(limits).toHaveLength(1);
  });
});

describe("a pattern of paths", () => {
  it.each([
    ["/orders/{id}", "/orders/7", "/orders/7"],
    ["/orders/{id}", "/orders/7/status?a=/b", "/orders/7"],
    ["/orders/{id}", "/orders/7?a", "/orders/7"],
    ["/orders/{id}", "/orders/", undefined],
    ["/orders/{id}", "/orders", undefined],
    ["/orders", "/orders/7", "/orders"],
    ["/orders", "/orders-old/7", undefined],
    ["/orders({id})", "/orders(7)/status", "/orders(7)"],
    ["/orders({id})", "/orders(7", undefined],
    ["/orders({id})", "/orders(7/a)", undefined],
    ["{host}/a-{n}/x", "eu/a-1/x", "eu/a-1/x"],
  ])("%s finds in %s", (pattern, text, found) => {
    expect(matchedPath(text, parsePathPattern(pattern))).toBe(found);
  });
});

describe("a mapping", () => {
  it.each([
    { value: [], problem: "not a JSON object" },
    { value: { ...mapping, colour: "x" }, problem: '"colour" is unknown' },
    { value: { ...mapping, client: undefined }, problem: '"client" must be the path' },
    { value: { ...mapping, object: [] }, problem: '"object" must be the path' },
    { value: { ...mapping, version: 3 }, problem: '"version" must be the path' },
    { value: { ...mapping, timeIs: "begin" }, problem: '"timeIs" must be one of start, end' },
    { value: { ...mapping, durationUnit: "min" }, problem: '"durationUnit" must be one of' },
    {
      value: { ...mapping, timeIs: "start", duration: undefined },
      problem: '"duration" is required',
    },
    { value: { ...mapping, objectPattern: [] }, problem: '"objectPattern" must be a pattern' },
    { value: { ...mapping, statusOperations: "*" }, problem: '"statusOperations" must be a list' },
    { value: { ...mapping, operations: { GET: "look" } }, problem: '"operations" must map' },
    { value: { ...mapping, outcomes: { "200": "fine" } }, problem: '"outcomes" must map' },
  ])("is rejected where $problem", ({ value, problem }) => {
    expect(readMapping(JSON.parse(JSON.stringify(value)))).toMatchObject({
      problem: expect.stringContaining(problem),
    });
  });
});
