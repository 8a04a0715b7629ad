import { describe, expect, it } from "vitest";
import { matchersFor } from "./refusal-signs.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";
import { provoked, refusedWith, about } from "./refusal-signs.fixture.ts";

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
