import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Random } from "#harness";
import { demoTokens } from "#reference";
import { ciOrders } from "../../../reports/testing/ci-runners.ts";
import { encodings } from "../../../suites/targets/port/encodings.fixture.ts";
import { mixed, pick } from "../attacks/attack.ts";
import type { Defect } from "./defect.ts";
import { tooMuch } from "./raw-http.ts";

export const otherObject = "somebody-else";

export const graphqlDefects: readonly Defect[] = [
  spoilt("no-json", () => "<!doctype html>"),
  spoilt("nothing-at-all", () => ""),
  spoilt("a-list", () => "[]"),
  spoilt("a-null", () => "null"),
  spoilt("a-number", () => "1e999"),
  spoilt("an-empty-object", () => "{}"),
  spoilt("data-is-null", () => '{"data":null}'),
  spoilt("data-is-a-text", () => '{"data":"service"}'),
  spoilt("data-is-a-list", () => '{"data":[{"service":null}]}'),
  spoilt("errors-of-any-shape", (_, random) => {
    const errors = ["null", '"no"', "{}", "[]", "[null]", "[1]", '["x"]', "[[]]", "[{}]"];
    return `{"errors":${errors[random.below(errors.length)]}}`;
  }),
  spoilt("errors-with-odd-members", () => {
    const error = { message: { toString: 1 }, extensions: [1], path: "x", locations: 7 };
    return JSON.stringify({ errors: [error], data: null });
  }),
  spoilt("data-and-errors", (honest) => withMember(honest, "errors", [{ message: "partly" }])),
  spoilt("ten-thousand-errors", () => {
    const errors = Array.from({ length: 10_000 }, (_, i) => ({ message: `error ${i}` }));
    return JSON.stringify({ errors });
  }),
  spoilt("truncated", (honest, random) => honest.slice(0, random.below(honest.length))),
  spoilt("two-documents", (honest) => honest + honest),
  spoilt("not-a-number", (honest) => honest.replace(/:\s*\d+(?=[,}])/u, ":NaN")).orElse(
    '{"data":NaN}',
  ),
  spoilt("an-infinity", () => '{"data":Infinity}'),
  spoilt("nested-deep", () => `{"data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
  spoilt("objects-nested-deep", () => `{"data":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`),
  spoilt("a-text-of-50-megabytes", () => `{"data":{"service":"${"x".repeat(tooMuch)}"}}`),
  spoilt("an-error-of-12-megabytes", () =>
    JSON.stringify({ errors: [{ message: "y".repeat(12_000_000) }] }),
  ),
  spoilt("a-million-members", () => {
    const members = Array.from({ length: 400_000 }, (_, i) => `"m${i}":0`);
    return `{"data":{${members.join(",")}}}`;
  }),
  spoilt("null-objects", (honest) => inData(honest, () => null)),
  // A list with one object is read as this object.
  spoilt("lists-for-objects", (honest) => inData(honest, (value) => [value, value])),
  spoilt("texts-for-objects", (honest) => inData(honest, () => "object")),
  spoilt("metadata-of-other-types", (honest, random) =>
    inMetadata(honest, () => {
      const values: readonly JsonValue[] = [null, [], 7, "x", { name: 5 }, { name: ["a"] }];
      return values[random.below(values.length)] ?? null;
    }),
  ),
  spoilt("versions-of-other-types", (honest, random) =>
    inVersion(honest, () => {
      const values: readonly JsonValue[] = [null, {}, [], true, "", { toString: "1" }];
      return values[random.below(values.length)] ?? null;
    }),
  ),
  usable("numbers-beyond-2-to-the-53", (honest) =>
    honest.replaceAll(/"generation":\s*\d+/gu, '"generation":9007199254740993'),
  ),
  usable("versions-beyond-2-to-the-53", (honest) =>
    inVersion(honest, (version) => `900719925474099${Number(version)}`),
  ),
  usable("numbers-without-measure", (honest) =>
    honest.replaceAll(/"generation":\s*\d+/gu, '"generation":1e400'),
  ),
  usable("proto-members", (honest) =>
    honest.replaceAll(
      /\{"/gu,
      '{"__proto__":{"polluted":true,"spec":1},"constructor":{"prototype":{"polluted":true}},"',
    ),
  ),
  usable("members-twice", (honest) =>
    honest.replaceAll(/"resourceVersion":/gu, '"resourceVersion":"7","resourceVersion":'),
  ),
  usable("lone-surrogates", (honest) => honest.replaceAll(/"([a-z])/gu, '"\\ud83d$1')),
  usable("control-characters-in-texts", (honest) =>
    inTexts(honest, (text) => `${text}\u001b[2J\u0000\u202e`),
  ),
  usable("other-objects", (honest) => inNames(honest, () => otherObject)),
  usable("versions-go-back", (honest, random) =>
    inVersion(honest, (version) => String(Math.max(0, Number(version) - random.below(1_000)))),
  ),
  usable("versions-jump", (honest, random) =>
    inVersion(honest, (version) => String(Number(version) + random.below(1_000_000))),
  ),
  usable("versions-are-prose", (honest, random) => inVersion(honest, () => random.letters(20))),
  usable("versions-are-very-long", (honest) => inVersion(honest, () => "9".repeat(100_000))),
  usable("status-of-somebody-else", (honest) =>
    deep(honest, (name, value) => (name === "status" ? { phase: "stolen", list: [null] } : value)),
  ),
  usable("extensions-without-end", (honest) =>
    withMember(honest, "extensions", { trace: "t".repeat(100_000), list: [[[[{}]]]] }),
  ),
  usable("orders-in-texts", (honest, random) =>
    inTexts(honest, (text) => `${text}\n${mixed(random, ciOrders, 3)}`),
  ),
  spoilt("orders-in-errors", (_, random) =>
    JSON.stringify({ errors: [{ message: mixed(random, [...ciOrders, "\n", " "], 12) }] }),
  ),
  usable("credentials-in-texts", (honest, random) =>
    inTexts(honest, (text) => `${text} ${encodedCredential(random)} `),
  ),
  spoilt("credentials-in-errors", (_, random) =>
    JSON.stringify({ errors: [{ message: `${encodedCredential(random)} is not valid` }] }),
  ),
];

function encodedCredential(random: Random): string {
  const encode = pick(random, Object.values(encodings));
  return encode(pick(random, Object.values(demoTokens)));
}

type Rewrite = (honest: string, random: Random) => string;

/** A defect that rewrites a body. If there is nothing to rewrite, it sends the body `orElse` instead. */
interface Spoilt extends Defect {
  orElse(body: string): Defect;
}

function spoilt(name: string, rewrite: Rewrite): Spoilt {
  const defectOf = (made: Rewrite): Defect => ({
    name: `graphql/${name}`,
    layer: "graphql",
    leaves: "nothing",
    strike: { at: "body", rewrite: (honest, { random }) => made(honest, random) },
  });
  return {
    ...defectOf(rewrite),
    orElse: (body) =>
      defectOf((honest, random) => {
        const made = rewrite(honest, random);
        return made === honest ? body : made;
      }),
  };
}

function usable(name: string, rewrite: Rewrite): Defect {
  return { ...spoilt(name, rewrite), leaves: "usable" };
}

function withMember(honest: string, member: string, value: JsonValue): string {
  return JSON.stringify({ ...parsed(honest), [member]: value });
}

function inData(honest: string, change: (value: JsonValue) => JsonValue): string {
  const body = parsed(honest);
  const data = isJsonObject(body["data"]) ? body["data"] : { service: null };
  const changed = Object.entries(data).map(([name, value]) => [name, change(value)]);
  return JSON.stringify({ ...body, data: Object.fromEntries(changed) });
}

function inMetadata(honest: string, change: () => JsonValue): string {
  return deep(honest, (name, value) => (name === "metadata" ? change() : value));
}

function inVersion(honest: string, change: (value: JsonValue) => JsonValue): string {
  return deep(honest, (name, value) => (name === "resourceVersion" ? change(value) : value));
}

function inNames(honest: string, change: () => JsonValue): string {
  return deep(honest, (name, value) => (name === "name" ? change() : value));
}

function inTexts(honest: string, change: (text: string) => string): string {
  return deep(honest, (_, value) => (typeof value === "string" ? change(value) : value));
}

function deep(honest: string, change: (name: string, value: JsonValue) => JsonValue): string {
  return JSON.stringify(walked(parsed(honest), change));
}

function walked(
  value: JsonValue,
  change: (name: string, value: JsonValue) => JsonValue,
): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => walked(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, walked(change(name, inner), change)]),
  );
}

function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}
