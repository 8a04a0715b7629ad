import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { isJsonObject } from "#contract";
import { premiseNames, socketPlaces, verdicts } from "#verdicts";
import type { HeaderLine, RecordLine } from "#verdicts";
import { renderJson } from "./render-json.ts";
import { buildReport } from "./report-builder.ts";
import { failingRecord } from "../testing/failing-record.ts";
import {
  caseLine,
  exchangeLine,
  headerLine,
  recordOf,
  service,
  verdictLine,
  violated,
  watchLine,
} from "../testing/record-lines.ts";

const schema: unknown = JSON.parse(
  readFileSync(new URL("../schema/report.schema.json", import.meta.url), "utf8"),
);

let validate: (data: unknown) => unknown;

beforeAll(() => {
  if (!isJsonObject(schema)) throw new Error("the schema is not an object");
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  const compiled = ajv.compile(schema);
  validate = (data) => (compiled(data) ? [] : compiled.errors);
});

const finding = violated("watch.ordered", { evidence: [1] });
const sparse = verdictLine("watch.ordered", { verdict: "fail", findings: [finding] });

const records: readonly { readonly name: string; readonly lines: readonly RecordLine[] }[] = [
  { name: "a clean run", lines: recordOf([], []) },
  { name: "a run with everything in it", lines: failingRecord() },
  { name: "a run that was killed", lines: failingRecord().slice(0, 8) },
  { name: "a header alone", lines: [headerLine()] },
  {
    name: "an exchange without request and reply",
    lines: recordOf([withoutWire()], [sparse]),
  },
  { name: "features that nobody declared, and features by hand", lines: featuresByHand() },
  { name: "a patch with a warning, and a watch as an event stream", lines: patchAndEvents() },
  ...socketPlaces.map((place) => ({
    name: `socket credentials in ${place}`,
    lines: recordOf([], [], { header: { target: sentIn(place) } }),
  })),
  {
    name: "roles without their own credential",
    lines: recordOf([], [], { header: { target: withRoles() } }),
  },
  ...verdicts.map((verdict) => ({
    name: `a verdict ${verdict}`,
    lines: recordOf([], [verdictLine("watch.ordered", { verdict })]),
  })),
];

function withRoles(): HeaderLine["target"] {
  const http = { header: "x-key", format: "$credential" };
  const headers = { "impersonate-user": "author" };
  const senders = {
    author: { credentialOf: "administrator", certificateOf: "administrator", headers },
    stranger: {},
  };
  const credentials = { http, headers: { "x-shop": "1" }, roles: { reader: ["x-role"] }, senders };
  return { ...headerLine().target, credentials };
}

function sentIn(place: (typeof socketPlaces)[number]): HeaderLine["target"] {
  const http = { header: "x-key", format: "$credential" };
  const socket = { place, name: "token", format: "$credential" };
  return { ...headerLine().target, credentials: { http, socket } };
}

function patchAndEvents(): readonly RecordLine[] {
  const key = { kind: "Service", namespace: "default", name: "web" };
  const evidence = violated("watch.ordered", { evidence: [1, 2] });
  const command = { verb: "patchStatus", identity: "controller", key, format: "merge" } as const;
  const warnings = ["unknown member a"];
  return recordOf(
    [
      exchangeLine(1, {
        command: { ...command, patch: {} },
        outcome: { result: "object", object: service("12"), warnings },
      }),
      watchLine(2, {
        command: { verb: "watch", identity: "reader", kind: "Service", channel: "events" },
      }),
      caseLine(evidence.case, [evidence]),
    ],
    [verdictLine("watch.ordered", { verdict: "fail", findings: [evidence] })],
  );
}

function featuresByHand(): readonly RecordLine[] {
  const { target } = headerLine();
  const byHand = { declared: ["dry-run"], withdrawn: ["watch"] } as const;
  const header = { target: { ...target, undeclared: ["finalizers"], byHand } } as const;
  return recordOf([], [], { header });
}

function withoutWire(): RecordLine {
  const { request: _request, reply: _reply, ...rest } = exchangeLine(1);
  return { ...rest, outcome: { result: "unsupported", detail: "no such operation" } };
}

function reportOf(lines: readonly RecordLine[]): Record<string, unknown> {
  const parsed: unknown = JSON.parse(renderJson(buildReport(lines)));
  return isJsonObject(parsed) ? parsed : {};
}

describe("report.json", () => {
  test.each(records)("of $name matches the schema", ({ lines }) => {
    expect(validate(reportOf(lines))).toEqual([]);
  });

  test("is the same for the same record, byte for byte", () => {
    expect(renderJson(buildReport(failingRecord()))).toBe(renderJson(buildReport(failingRecord())));
    expect(renderJson(buildReport(failingRecord()))).toMatch(/^\{\n {2}"format": 1,.*\}\n$/su);
  });
});

describe("the schema", () => {
  test.each([
    { name: "another format", change: { format: 2 } },
    { name: "an unknown member", change: { weather: "fine" } },
    { name: "no requirements", change: { requirements: undefined } },
    { name: "an unknown conclusion", change: { conclusion: "green" } },
    { name: "a negative sum", change: { sums: { pass: -1 } } },
    { name: "a time that is none", change: { startedAt: "yesterday" } },
    { name: "an exchange of no kind", change: { exchanges: [{ kind: "guess" }] } },
  ])("refuses $name", ({ change }) => {
    expect(validate({ ...reportOf(failingRecord()), ...change })).not.toEqual([]);
  });

  test("documents every member", () => {
    expect(undocumented(schema, "")).toEqual([]);
  });
});

function undocumented(value: unknown, path: string): readonly string[] {
  if (!isJsonObject(value)) return [];
  const { properties } = value;
  const missing = isJsonObject(properties)
    ? Object.entries(properties)
        .filter(([, member]) => !isJsonObject(member) || !isDescribed(member))
        .map(([name]) => `${path}/${name}`)
    : [];
  const deeper = Object.entries(value).flatMap(([name, member]) =>
    Array.isArray(member)
      ? member.flatMap((item, i) => undocumented(item, `${path}/${name}/${i}`))
      : undocumented(member, `${path}/${name}`),
  );
  return [...missing, ...deeper];
}

function isDescribed(member: Readonly<Record<string, unknown>>): boolean {
  return typeof member["description"] === "string" || typeof member["$ref"] === "string";
}

test("describes every premise in its schema", () => {
  const { $defs } = isJsonObject(schema) ? schema : {};
  const { premise } = isJsonObject($defs) ? $defs : {};

  expect(isJsonObject(premise) && premise["enum"]).toEqual(premiseNames);
});
