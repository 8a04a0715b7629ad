import { expect, it } from "vitest";
import type { OutcomeMatcher } from "#targets/graphql";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { withMessageVersions } from "./message-versions.ts";

const outcome = { result: "done" } as const;
const matcher: OutcomeMatcher = { reason: "conflict", message: "moved on" };

function conflict(message: string, current: string): ProvokedRefusal {
  return {
    reason: "conflict",
    exchange: {
      outcome: { result: "done" },
      reply: { status: 200, body: { errors: [{ message }] } },
    },
    particulars: [],
    groups: new Set(),
    current,
  };
}

it.each([
  {
    what: "ends with the version",
    refusals: [conflict("vat a moved on to 17", "17"), conflict("vat b moved on to 9", "9")],
    message: String.raw`moved on to (?<version>\S+)$`,
  },
  {
    what: "goes on after the version",
    refusals: [
      conflict("a moved on (2026-01-02T03:04:05+00:00). Read it.", "2026-01-02T03:04:05+00:00"),
    ],
    message: String.raw`moved on \((?<version>\S+?)\)\. Read `,
  },
  {
    what: "has no version",
    refusals: [conflict("a moved on", "17")],
    message: "moved on",
  },
  {
    what: "has the version at different places",
    refusals: [conflict("a moved on to 17", "17"), conflict("a moved on: 9", "9")],
    message: "moved on",
  },
])("reads the current version of a conflict whose message $what", ({ refusals, message }) => {
  expect(withMessageVersions([matcher], refusals)).toEqual([{ reason: "conflict", message }]);
});

it("reads the current version in the message of a conflict with a code", () => {
  const coded: OutcomeMatcher = { reason: "conflict", code: "STALE" };
  const conflicts = [
    conflict("a is at version 17 now", "17"),
    conflict("b is at version 9 now", "9"),
  ];

  expect(withMessageVersions([coded], conflicts)).toEqual([
    { ...coded, message: String.raw`is at version (?<version>\S+?) now` },
    coded,
  ]);
  expect(withMessageVersions([coded], [conflict("a moved on 170 times", "17")])).toEqual([coded]);
  expect(withMessageVersions([coded], [conflict("stale object: vat-7", "7")])).toEqual([coded]);
});

it("reads the current version in the message of a conflict that is data", () => {
  const payload = { path: "userErrors.code", value: "STALE" };
  const body = { data: { report: { userErrors: [{ message: "It is at 17", code: "STALE" }] } } };
  const refusal = { ...conflict("", "17"), exchange: { outcome, reply: { status: 200, body } } };

  expect(withMessageVersions([{ reason: "conflict", payload }], [refusal])).toEqual([
    { reason: "conflict", payload, message: String.raw`It is at (?<version>\S+)$` },
    { reason: "conflict", payload },
  ]);
});

it("includes no name of an object in the pattern of a version", () => {
  const coded: OutcomeMatcher = { reason: "conflict", code: "STALE" };
  const text = "vat red-a was changed: 17 is current";
  const refusal = { ...conflict(text, "17"), particulars: ["red-a", "d"] };

  expect(withMessageVersions([coded], [refusal])).toEqual([
    { ...coded, message: String.raw`was changed: (?<version>\S+?) is curr` },
    coded,
  ]);
});

it("includes no part of the replaced version in the pattern of the current version", () => {
  const coded: OutcomeMatcher = { reason: "conflict", code: "STALE" };
  const first = { ...conflict("vat was at 1155, not 1144", "1155"), particulars: ["1144"] };

  expect(withMessageVersions([coded], [first])).toEqual([
    { ...coded, message: String.raw`vat was at (?<version>\S+?), not ` },
    coded,
  ]);
});
