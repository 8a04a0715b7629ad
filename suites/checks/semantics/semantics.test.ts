import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import {
  accepted,
  noReply,
  openResults,
  resourceAt,
  settledWith,
  stepWith,
  strictTarget,
} from "../testing/builders.ts";
import { eventOf, watchWith, unsettled, writtenAt } from "../testing/watch-builders.ts";
import { deletionTellsTheKey } from "./deletion-tells-the-key.ts";
import { listsAreMerged } from "./lists-are-merged.ts";
import { nullMembersStay } from "./null-members-stay.ts";
import { selectorExit } from "./selector-exit.ts";
import { versionsArePerObject } from "./versions-are-per-object.ts";
import { watchResumesAfterEvent } from "./watch-resumes-after-event.ts";

const judgeNull = (phase: string | undefined): Readonly<Record<string, string>> => {
  const read = stepWith(
    accepted(resourceAt("3", phase === undefined ? {} : { status: { phase } })),
    3,
  );
  const write = stepWith(accepted(resourceAt("3")), 2);
  return openResults(
    nullMembersStay.judge({ member: "phase", stored: "Ready", write, read }, strictTarget),
  );
};

describe("a member that was sent as null", () => {
  it("stays", () => {
    expect(judgeNull("Ready")).toEqual({});
  });

  it.each([undefined, "Pending"])("is %s, which is not what was declared", (phase) => {
    expect(judgeNull(phase)).toEqual({ "semantics.null-members-stay": "violated" });
  });

  it("is not judged where nobody knows", () => {
    const write = stepWith(noReply);
    const of = { member: "phase", stored: "Ready", write, read: write };
    expect(openResults(nullMembersStay.judge(of, strictTarget))).toEqual({
      "semantics.null-members-stay": "errored",
    });
  });
});

const judgeList = (
  stored: readonly JsonValue[],
  unspoken: readonly JsonValue[] = ["a"],
): object => {
  const read = stepWith(accepted(resourceAt("3", { status: { list: stored } })), 3);
  const of = { member: "list", unspoken, submitted: ["b"], write: read, read };
  return openResults(listsAreMerged.judge(of, strictTarget));
};

describe("a list that is merged", () => {
  it("keeps what was not spoken of, and takes what was", () => {
    expect(judgeList(["a", "b"])).toEqual({});
  });

  it.each([{ stored: ["b"] }, { stored: ["a"] }])("is not $stored", ({ stored }) => {
    expect(judgeList(stored)).toEqual({ "semantics.lists-are-merged": "violated" });
  });

  it("cannot be told from one that is replaced where all was spoken of", () => {
    expect(judgeList(["b"], [])).toEqual({ "semantics.lists-are-merged": "undecided" });
    expect(openResults(listsAreMerged.judge(null, strictTarget))).toEqual({
      "semantics.lists-are-merged": "undecided",
    });
  });
});

describe("versions of new objects", () => {
  it.each([
    { versions: ["1", "1", "1"], isHeld: true },
    { versions: ["a9", "b1", "c4"], isHeld: true },
    { versions: ["7", "3", "9"], isHeld: true },
    { versions: ["7", "9", "10"], isHeld: false },
  ])("$versions are of each object on its own: $isHeld", ({ versions, isHeld }) => {
    const fixtures = versions.map((version, index) => {
      const object = resourceAt(version);
      return { key: { kind: "Service", name: "a" }, object, exchange: index + 1 };
    });
    const expected = isHeld ? {} : { "semantics.versions-are-per-object": "violated" };
    expect(openResults(versionsArePerObject.judge(fixtures, strictTarget))).toEqual(expected);
  });
});

describe("a watch that resumes after an event", () => {
  const created = writtenAt("1");
  const writes = ["2", "3", "4", "5"].map((version) => writtenAt(version));
  const all = writes.map((written) => eventOf(written));
  const judge = (events: typeof all | undefined): object => {
    const first = watchWith(all);
    const second = events === undefined ? {} : { second: watchWith(events) };
    return openResults(
      watchResumesAfterEvent.judge({ created, writes, first, ...second }, strictTarget),
    );
  };
  const requirement = "semantics.watch-resumes-after-event";

  it("delivers what came after it", () => {
    expect(judge(all.slice(1))).toEqual({});
  });

  it("neither repeats nor leaves out", () => {
    expect(judge(all)).toEqual({ [requirement]: "violated" });
    expect(judge(all.slice(2))).toEqual({ [requirement]: "violated" });
  });

  it("is not judged without a token", () => {
    expect(judge(undefined)).toEqual({ [requirement]: "undecided" });
  });
});

describe("an object that leaves a watch by labels", () => {
  const within = [writtenAt("2")];
  const exit = writtenAt("3");
  const beyond = [writtenAt("4")];
  const judge = (events: readonly ReturnType<typeof eventOf>[]): object =>
    openResults(
      selectorExit.judge({ within, exit, beyond, watch: watchWith(events) }, strictTarget),
    );
  const matching = within.map((written) => eventOf(written));

  it("is MODIFIED where that is declared", () => {
    expect(judge([...matching, eventOf(exit)])).toEqual({
      "semantics.selector-exit-is-silent": "violated",
    });
  });

  it("is passed over in silence where that is declared", () => {
    expect(judge(matching)).toEqual({ "semantics.selector-exit-is-modified": "violated" });
  });

  it("is neither where it is DELETED, or goes on to be watched", () => {
    const both = {
      "semantics.selector-exit-is-modified": "violated",
      "semantics.selector-exit-is-silent": "violated",
    };
    expect(judge([...matching, eventOf(exit, "DELETED")])).toEqual(both);
    expect(
      judge([...matching, eventOf(exit), ...beyond.map((written) => eventOf(written))]),
    ).toEqual(both);
  });
});

describe("the event of a deletion that tells the key alone", () => {
  const requirement = "semantics.deletion-tells-the-key";
  const { object } = writtenAt("2");
  const key = { kind: "Service", namespace: "default", name: "a" };
  const created = { key, object, exchange: 1 };
  const { object: _object, ...bare } = eventOf(writtenAt("3"), "DELETED");
  const judge = (settled: ReturnType<typeof settledWith>): object =>
    openResults(
      deletionTellsTheKey.judge(
        { created, deletion: stepWith({ result: "done" }, 2), settled },
        strictTarget,
      ),
    );

  it("carries no object", () => {
    expect(judge(settledWith({ events: [{ ...bare, key }] }))).toEqual({});
  });

  it("is not the one that carries the last state, and not none at all", () => {
    expect(judge(settledWith({ events: [eventOf(writtenAt("3"), "DELETED")] }))).toEqual({
      [requirement]: "violated",
    });
    expect(judge(settledWith())).toEqual({ [requirement]: "violated" });
  });

  it("is not judged while it may be on its way", () => {
    expect(judge(unsettled)).toEqual({ [requirement]: "undecided" });
  });
});
