import { describe as suite, expect, it } from "vitest";
import { contractSemantics, resourceVersion } from "#contract";
import type { Command, Outcome } from "#contract";
import { initialState, observe } from "../index.ts";
import {
  accepted,
  describe,
  key,
  objectAt,
  refused,
  report,
  rules,
  stateAfter,
  fixture,
} from "../state/model.fixture.ts";

interface Row {
  readonly name: string;
  readonly command: Command;
  readonly outcome: Outcome;
  readonly says: string;
}

const status = { num: 2 };
const unversioned = report(undefined, status);
const foreign = { ...unversioned, resourceVersion: resourceVersion("none") };
const empty = { ...unversioned, resourceVersion: resourceVersion("") };
const byAuthor = { ...unversioned, identity: "author" } as const;

suite("a write to a missing object", () => {
  it.each<Row>([
    { name: "is not found", command: unversioned, outcome: refused("notFound"), says: "fits" },
    {
      name: "may be malformed first: it lacks the version that the schema asks for",
      command: unversioned,
      outcome: refused("invalid"),
      says: "fits",
    },
    {
      name: "may be malformed first: its version is empty",
      command: empty,
      outcome: refused("invalid"),
      says: "fits",
    },
    {
      name: "may be malformed first: its version is none of the target's",
      command: foreign,
      outcome: refused("invalid"),
      says: "fits",
    },
    {
      name: "is no conflict",
      command: foreign,
      outcome: refused("conflict"),
      says: "refusal: rejected as notFound: missing / rejected as conflict (no code): conflict",
    },
    {
      name: "is not accepted",
      command: unversioned,
      outcome: accepted(objectAt(1)),
      says: "refusal: rejected as notFound: missing / accepted, version 1",
    },
  ])("$name", ({ command, outcome, says }) => {
    expect(describe(observe(initialState, { command, outcome }, rules))).toBe(says);
  });

  it("can only be not found if no version is required", () => {
    const free = {
      ...rules,
      semantics: { ...contractSemantics, precondition: "optional" },
    } as const;
    const seen = { command: unversioned, outcome: refused("invalid") };
    expect(describe(observe(initialState, seen, free))).toContain("rejected as notFound");
  });
});

suite("a write by somebody who may not", () => {
  it.each<Row>([
    { name: "is forbidden", command: byAuthor, outcome: refused("forbidden"), says: "fits" },
    {
      name: "may be malformed first",
      command: byAuthor,
      outcome: refused("invalid"),
      says: "fits",
    },
    {
      name: "is never malformed with a version that was good once",
      command: { ...report(1, status), identity: "author" },
      outcome: refused("invalid"),
      says: "refusal: rejected as forbidden or notFound: may not write status / rejected as invalid (no code): invalid",
    },
  ])("$name", ({ command, outcome, says }) => {
    expect(describe(observe(stateAfter(fixture), { command, outcome }, rules))).toBe(says);
  });
});

suite("a write by a role that the target cannot limit", () => {
  const unlimited = { ...rules, unlimited: ["author", "controller", "reader"] } as const;
  const written = accepted(objectAt(3, { status: { phase: "Ready", num: 2 } }));

  it.each(["author", "controller", "reader"] as const)("by the %s is accepted", (identity) => {
    const command: Command = { ...report(2, status), identity };
    expect(describe(observe(stateAfter(fixture), { command, outcome: written }, unlimited))).toBe(
      "fits",
    );
  });

  it("is not forbidden", () => {
    const command: Command = { ...report(2, status), identity: "author" };
    const seen = { command, outcome: refused("forbidden") };
    expect(describe(observe(stateAfter(fixture), seen, unlimited))).toContain("accepted");
  });

  it("is forbidden for other roles", () => {
    const command: Command = { ...report(2, status), identity: "stranger" };
    const seen = { command, outcome: refused("forbidden") };
    expect(describe(observe(stateAfter(fixture), seen, unlimited))).toBe("fits");
  });
});

suite("a spec write without a version", () => {
  const unversionedUpdate: Command = {
    verb: "update",
    identity: "author",
    key,
    spec: { size: 2 },
  };
  const changed = accepted(
    objectAt(3, {
      spec: { size: 2 },
      status: { phase: "Ready", num: 1 },
      metadata: { generation: 2 },
    }),
  );

  it.each([
    { name: "may be rejected", outcome: refused("invalid"), says: "fits" },
    {
      name: "may be accepted: only status writes have to name one",
      outcome: changed,
      says: "fits",
    },
  ])("$name", ({ outcome, says }) => {
    const seen = { command: unversionedUpdate, outcome };
    expect(describe(observe(stateAfter(fixture), seen, rules))).toBe(says);
  });

  it("must not change the status if it is accepted", () => {
    const outcome = accepted(objectAt(3, { spec: { size: 2 }, metadata: { generation: 2 } }));
    const seen = { command: unversionedUpdate, outcome };
    expect(describe(observe(stateAfter(fixture), seen, rules))).not.toBe("fits");
  });
});
