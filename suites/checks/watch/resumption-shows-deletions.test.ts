import { expect, it } from "vitest";
import { contractSemantics } from "#contract";
import { stepWith, strictTarget } from "../testing/builders.ts";
import { eventOf, openIn, watchWith, writtenAt } from "../testing/watch-builders.ts";
import { resumptionShowsDeletions } from "./resumption-shows-deletions.ts";

const [created, written, gone] = [writtenAt("2"), writtenAt("3"), writtenAt("4")];
const deletion = stepWith({ result: "done" }, 4);
const [changed, deleted] = [eventOf(written), eventOf(gone, "DELETED")];
const version = "watch.resumes-after-version";
const ofEvent = "semantics.watch-resumes-after-event";

it.each([
  { why: "the deletion once", events: [changed, deleted], result: undefined },
  { why: "no deletion", events: [changed], result: "violated" },
  { why: "the deletion twice", events: [changed, deleted, deleted], result: "violated" },
  { why: "a change after the deletion", events: [deleted, changed], result: "violated" },
])("a resumed watch with $why", ({ events, result }) => {
  const watches = [watchWith(events, { after: "2" })];
  const seen = { created, writes: [written], deletion, watches };
  const tokens = {
    ...strictTarget,
    semantics: { ...contractSemantics, cursor: "ofEvent" } as const,
  };

  expect(openIn(resumptionShowsDeletions.judge(seen, strictTarget))).toEqual(
    result === undefined ? {} : { [version]: result },
  );
  expect(openIn(resumptionShowsDeletions.judge(seen, tokens))).toEqual(
    result === undefined ? {} : { [ofEvent]: result },
  );
});

it("a watch whose position is unknown decides nothing", () => {
  const seen = { created, writes: [written], deletion, watches: [] };

  expect(openIn(resumptionShowsDeletions.judge(seen, strictTarget))).toEqual({
    [version]: "undecided",
  });
});
