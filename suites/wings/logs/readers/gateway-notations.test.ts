import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { judgeLog } from "../testing/judged-log.ts";
import type { LogVerdict } from "../verdict/log-verdict.ts";
import { gateway } from "./gateway.ts";

interface Step {
  readonly verb: "DELETE" | "GET" | "PATCH" | "PUT";
  readonly client: number;
  /** Microseconds since the preceding step took effect. */
  readonly gap: number;
  /** Microseconds from the arrival of the request until it takes effect. */
  readonly before: number;
  /** Microseconds until the response. */
  readonly after: number;
  readonly isStale: boolean;
}

const aStep = fc.record<Step>({
  verb: fc.constantFrom("GET", "GET", "GET", "PUT", "PUT", "PUT", "PATCH", "DELETE"),
  client: fc.nat(2),
  gap: fc.oneof(fc.nat(300), fc.nat(9_000)),
  before: fc.oneof(fc.nat(900), fc.nat(40_000), fc.nat(2_500_000)),
  after: fc.oneof(fc.nat(900), fc.nat(40_000)),
  isStale: fc.nat(4).map((one) => one === 0),
});

interface Exchange {
  readonly client: string;
  readonly method: string;
  readonly code: number;
  readonly version?: number;
  readonly expected?: number;
  /** Microseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

const epoch = Date.parse("2026-11-30T08:00:00Z") * 1_000;

/** Exchanges with a correct store of one object, whose versions may begin again with each creation. */
function exchangesOf(
  steps: readonly Step[],
  { beginsAgain = false }: { readonly beginsAgain?: boolean } = {},
): readonly Exchange[] {
  let version = 100;
  let isThere = false;
  let at = epoch;
  const exchanges = steps.map(({ verb, client, gap, before, after, isStale }): Exchange => {
    at += gap;
    const base = { client: `client-${client}`, start: at - before, end: at + after };
    if (!isThere) {
      isThere = true;
      version = beginsAgain ? 100 : version + 1;
      return { ...base, method: "POST", code: 201, version };
    }
    if (verb === "GET") return { ...base, method: verb, code: 200, version };
    const expected = isStale ? version - 1 : version;
    if (verb === "PUT" && isStale) return { ...base, method: verb, code: 412, expected };
    if (verb === "DELETE") {
      isThere = false;
      return { ...base, method: verb, code: 204 };
    }
    version += 1;
    return { ...base, method: verb, code: 200, version, ...(verb === "PUT" ? { expected } : {}) };
  });
  return exchanges.toSorted((left, right) => left.end - right.end);
}

interface Notation {
  readonly name: string;
  readonly mapping?: JsonObject;
  readonly times: (exchange: Pick<Exchange, "end" | "start">) => JsonObject;
}

function cut(micros: number, digits: number): string {
  const factor = 10 ** (6 - digits);
  const whole = Math.floor(micros / factor);
  return digits === 0 ? String(whole) : (whole / 10 ** digits).toFixed(digits);
}

function iso(micros: number, digits: number): string {
  const fraction = cut(((micros % 1_000_000) + 1_000_000) % 1_000_000, digits);
  const seconds = new Date(Math.floor(micros / 1_000_000) * 1_000).toISOString().slice(0, 19);
  return `${seconds}${fraction.slice(1)}Z`;
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function apacheTime(micros: number): string {
  const [year = "", month = "", day = "", time = ""] = iso(micros, 0).split(/[-TZ]/u);
  return `[${day}/${months[Number(month) - 1] ?? ""}/${year}:${time} +0000]`;
}

const notations: readonly Notation[] = [
  {
    name: "nginx: $msec and $request_time in seconds, as texts",
    mapping: { durationUnit: "s" },
    times: ({ start, end }) => ({ time: cut(end, 3), took: cut(end - start, 3) }),
  },
  {
    name: "nginx: $time_iso8601 in whole seconds",
    mapping: { durationUnit: "s" },
    times: ({ start, end }) => ({ time: iso(end, 0), took: cut(end - start, 3) }),
  },
  {
    name: "Apache: %t in whole seconds, at the start, and %D in microseconds",
    mapping: { timeIs: "start", durationUnit: "us" },
    times: ({ start, end }) => ({ time: apacheTime(start), took: end - start }),
  },
  {
    name: "Envoy: start in milliseconds, duration in whole milliseconds",
    mapping: { timeIs: "start", durationUnit: "ms" },
    times: ({ start, end }) => ({
      time: iso(start, 3),
      took: Math.floor((end - start) / 1_000),
    }),
  },
  {
    name: "Caddy: seconds as numbers",
    mapping: { durationUnit: "s" },
    times: ({ start, end }) => ({ time: end / 1e6, took: (end - start) / 1e6 }),
  },
  {
    name: "Traefik: nanoseconds",
    mapping: { timeIs: "start", durationUnit: "ns" },
    times: ({ start, end }) => ({ time: iso(start, 6), took: (end - start) * 1_000 }),
  },
  {
    name: "Go: durations with their unit",
    times: ({ start, end }) => ({ time: iso(end, 6), took: `${(end - start) / 1_000}ms` }),
  },
  {
    name: "Go: durations of several units",
    times: ({ start, end }) => ({
      time: iso(end, 6),
      took: `${Math.floor((end - start) / 1e6)}s${(end - start) % 1e6}µs`,
    }),
  },
  {
    name: "whole nanoseconds since 1970",
    mapping: { durationUnit: "us" },
    times: ({ start, end }) => ({ time: end * 1_000, took: end - start }),
  },
  {
    name: "Python: a comma before the milliseconds",
    mapping: { durationUnit: "ms" },
    times: ({ start, end }) => ({
      time: iso(end, 3).replace("T", " ").replace(".", ",").replace("Z", ""),
      took: Math.round((end - start) / 1_000),
    }),
  },
  { name: "no duration", times: ({ end }) => ({ time: iso(end, 3) }) },
  {
    name: "durations that are missing in some lines",
    mapping: { durationUnit: "us" },
    times: ({ start, end }) => ({
      time: iso(end, 6),
      took: end % 3 === 0 ? "-" : end - start,
    }),
  },
];

const mapping = {
  time: "time",
  client: "client",
  object: "uri",
  operation: "method",
  operations: { GET: "read", POST: "create", PUT: "update", PATCH: "update", DELETE: "delete" },
  outcome: "code",
  precondition: "if_match",
  version: "etag",
};

function linesOf(exchanges: readonly Exchange[], { times }: Notation): string {
  const lines = exchanges.map((exchange) => {
    const { client, method, code, version, expected } = exchange;
    return JSON.stringify({
      ...times(exchange),
      client,
      uri: "/orders/1",
      method,
      code,
      ...(version === undefined ? {} : { etag: `W/"${version}"` }),
      ...(expected === undefined ? {} : { if_match: `"${expected}"` }),
    });
  });
  return lines.join("\n");
}

const allSteps = fc.sample(fc.array(aStep, { minLength: 2, maxLength: 60 }), {
  seed: 1,
  numRuns: 60,
});

function judged(
  exchanges: readonly Exchange[],
  notation: Notation,
): Pick<LogVerdict, "anomalies"> & { readonly isRead: boolean } {
  const isTimed = "took" in notation.times({ start: epoch, end: epoch + 1 });
  const own = notation.mapping ?? {};
  const complete = { ...mapping, ...(isTimed ? { duration: "took" } : {}), ...own };
  const text = linesOf(exchanges, notation);
  const { anomalies, requests, skipped } = judgeLog(gateway, [text], { mapping: complete });
  return { anomalies, isRead: requests === exchanges.length && skipped.size === 0 };
}

function typesIn(exchanges: readonly Exchange[], notation: Notation): readonly string[] {
  return judged(exchanges, notation).anomalies.map(({ anomaly }) => anomaly.type);
}

function lineAt(ms: number, text: string): string {
  const time = epoch / 1_000 + ms;
  return `{"time":${time},"took_ms":1,"client":"a","uri":"/orders/1","code":200,${text}}`;
}

describe("the log of a gateway in front of a correct server", () => {
  it.each(notations)("shows no anomaly with $name", (notation) => {
    const found = allSteps.map((steps) => judged(exchangesOf(steps), notation));

    expect(found).toEqual(found.map(() => ({ anomalies: [], isRead: true })));
  });

  it("shows no anomaly with integers that are rounded when they are parsed", () => {
    const log = [
      lineAt(0, '"method":"POST","etag":9007199254740993'),
      lineAt(10, '"method":"PUT","if_match":9007199254740993,"etag":9007199254740999'),
      lineAt(20, '"method":"PUT","if_match":9007199254740999,"etag":9007199254740992'),
      lineAt(30, '"method":"PUT","if_match":9007199254740992,"etag":9007199254741007'),
    ];
    const { anomalies, requests } = judgeLog(gateway, [log.join("\n")], {
      mapping: { ...mapping, duration: "took_ms" },
    });

    expect({ anomalies, requests }).toEqual({ anomalies: [], requests: 4 });
  });

  it("shows no anomaly if versions begin again with each creation", () => {
    const found = allSteps.flatMap((steps) =>
      notations.flatMap((notation) => typesIn(exchangesOf(steps, { beginsAgain: true }), notation)),
    );

    expect(found).toEqual([]);
  });
});

function during(ms: number): Pick<Exchange, "end" | "start"> {
  const start = epoch + 10_000_000 + ms * 1_000;
  return { start, end: start + 500 };
}

describe("the log of a gateway in front of a faulty server", () => {
  const made = { ...during(0), client: "a", method: "POST", code: 201, version: 1 };
  const put = (ms: number, expected: number, version: number): Exchange => {
    return {
      ...during(ms),
      client: `client at ${ms}`,
      method: "PUT",
      code: 200,
      version,
      expected,
    };
  };

  const timed = notations.filter(({ name }) => !/no duration|missing/u.test(name));

  it.each(notations)("shows a lost update with $name", (notation) => {
    expect(typesIn([made, put(10, 1, 2), put(20, 1, 3)], notation)).toEqual(["lost-update"]);
  });

  it.each(timed)("shows a stale read with $name", (notation) => {
    const read = { ...during(9_000), client: "b", method: "GET", code: 200, version: 1 };

    expect(typesIn([made, put(10, 1, 2), read], notation)).toEqual(["stale-read"]);
  });

  it("shows a lost update of an object that was created again", () => {
    const gone = { ...during(5), client: "a", method: "DELETE", code: 204 };
    const again = { ...made, ...during(3_000), version: 11 };
    const exchanges = [made, gone, again, put(6_000, 11, 12), put(9_000, 11, 13)];

    expect(timed.map((one) => typesIn(exchanges, one))).toEqual(timed.map(() => ["lost-update"]));
  });
});
