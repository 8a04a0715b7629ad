import { expect, it } from "vitest";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { author, driven } from "../testing/rows.ts";
import { instancesOf, judged } from "../testing/verdict-on.ts";

const promises = { Widget: { owned: { kind: "Part", label: "owner" } } };

const ready = { observedGeneration: 1, conditions: [condition("Ready", "True")] };

const unready = { observedGeneration: 1, conditions: [condition("Ready", "False")] };

const reported = (status = ready): HistoryFixture =>
  new HistoryFixture().controller("started").create({}, author).report(status, driven);

const available = { observedGeneration: 1, conditions: [condition("Available", "True")] };

const made = (): HistoryFixture => reported().owned("a", "exists");

const failed = (): HistoryFixture => made().unready("a", "the condition Ready is False");

const second = { observedGeneration: 2, conditions: [condition("Ready", "True")] };

const names = ["a", "b", "c"] as const;

/** Another object with the same spec, which has the given number of owned objects, and is deleted. */
function another(number: number): HistoryFixture {
  const fixture = reported();
  const owned = names.slice(0, number);
  for (const name of owned) fixture.owned(name, "exists");
  fixture.settle();
  for (const name of owned) fixture.owned(name, "gone");
  return fixture.gone();
}

const three = (): HistoryFixture =>
  another(3)
    .create({}, author)
    .report(ready, driven)
    .owned("a", "exists")
    .owned("b", "exists")
    .owned("c", "exists");

/** An object owns more than another object with the same spec. Both are deleted, and a third one is created. */
const surplus = (): HistoryFixture =>
  another(1)
    .create({}, author)
    .report(ready, driven)
    .owned("a", "exists")
    .owned("b", "exists")
    .wait(60_001)
    .owned("a", "gone")
    .owned("b", "gone")
    .gone()
    .create({}, author)
    .report(ready, driven);

/** Ready only once its owned object exists, so that nothing ever differed. */
const working = (): HistoryFixture => reported(unready).owned("a", "exists").report(ready, driven);

const match = "controller.owned-objects-match";
const agrees = "controller.ready-agrees-with-owned";

it.each<{
  readonly name: string;
  readonly fixture: () => HistoryFixture;
  readonly broken: readonly string[];
  readonly tried?: number;
}>([
  { name: "one that is made", fixture: () => made().wait(60_001), broken: [], tried: 1 },
  { name: "none, and not ready", fixture: () => reported(unready).wait(60_001), broken: [] },
  {
    name: "none, and ready, for as long as is allowed",
    fixture: () => reported().wait(60_000).owned("a", "exists"),
    broken: [],
  },
  {
    name: "none, and ready, although the number is unknown",
    fixture: () => reported().wait(60_001),
    broken: [],
  },
  {
    name: "none, and ready, although another object with the same spec had one",
    fixture: () => another(1).create({}, author).report(ready, driven).wait(60_001),
    broken: [`${agrees}: the object appears ready, but it has no Part`],
  },
  {
    name: "none, and ready, as another object with the same spec",
    fixture: () => another(0).create({}, author).report(ready, driven).wait(60_001),
    broken: [],
  },
  {
    name: "more than another object, but only as many as a later one comes to own",
    fixture: () => surplus().owned("a", "exists").wait(5000).owned("b", "exists").wait(1),
    broken: [],
  },
  {
    name: "more than another object, and than a later one comes to own",
    fixture: () => surplus().owned("a", "exists").wait(5000),
    broken: [`${match}: the object owns 2 objects instead of one: Part default/a, Part default/b`],
  },
  {
    name: "none for any of two specs, and ready",
    fixture: () =>
      reported().settle().edit({ size: 2 }, author).report(second, driven).settle().wait(60_001),
    broken: [`${agrees}: the object appears ready, but it has no Part`],
  },
  {
    name: "none for one of two specs, and ready",
    fixture: () =>
      made()
        .settle()
        .edit({ size: 2 }, author)
        .owned("a", "gone")
        .report(second, driven)
        .settle()
        .wait(60_001),
    broken: [],
  },
  {
    name: "none for a spec whose number is unknown",
    fixture: () =>
      made()
        .settle()
        .edit({ size: 2 }, author)
        .owned("a", "gone")
        .report(second, driven)
        .wait(60_001),
    broken: [],
  },
  {
    name: "three, as another object with the same spec",
    fixture: () => three().wait(60_001),
    broken: [],
  },
  {
    name: "four, although another object with the same spec had three",
    fixture: () => three().owned("d", "exists").wait(60_001),
    broken: [
      `${match}: the object owns 4 objects instead of 3: Part default/a, Part default/b, Part default/c, Part default/d`,
    ],
  },
  {
    name: "two and ready, although another object with the same spec had three",
    fixture: () => three().owned("b", "gone").wait(60_001),
    broken: [
      `${agrees}: the object appears ready, but it has only 2 of 3: Part default/a, Part default/c`,
    ],
  },
  {
    name: "four, because others with the same spec had two and three",
    fixture: () =>
      another(2)
        .gone()
        .create({}, author)
        .report(ready, driven)
        .owned("a", "exists")
        .owned("b", "exists")
        .owned("c", "exists")
        .settle()
        .owned("d", "exists")
        .wait(60_001),
    broken: [],
  },
  {
    name: "two, although a preceding object had one before it was ready",
    fixture: () =>
      reported(unready)
        .owned("a", "exists")
        .settle()
        .report(ready, driven)
        .owned("b", "exists")
        .wait(60_001),
    broken: [],
  },
  {
    name: "one that is missing later: the time counts from then",
    fixture: () => made().wait(70_000).owned("a", "gone").wait(60_000),
    broken: [],
  },
  {
    name: "one that is missing later, and stays missing",
    fixture: () => made().wait(70_000).owned("a", "gone").wait(60_001),
    broken: [`${agrees}: the object appears ready, but it has no Part`],
  },
  {
    name: "one that is missing, and the object is available, for longer than is allowed",
    fixture: () => reported(available).owned("a", "exists").owned("a", "gone").wait(60_001),
    broken: [`${agrees}: the object appears ready, but it has no Part`],
  },
  {
    name: "one that is missing, which is reported",
    fixture: () => made().owned("a", "gone").report(unready, driven).wait(60_001),
    broken: [],
  },
  {
    name: "one that is replaced by another one",
    fixture: () => made().owned("b", "exists").owned("a", "gone").wait(60_001),
    broken: [],
  },
  {
    name: "one that is not ready, for as long as is allowed",
    fixture: () => failed().wait(60_000).owned("a", "changed"),
    broken: [],
  },
  {
    name: "one that is not ready, for longer",
    fixture: () => failed().wait(60_001),
    broken: [
      `${agrees}: the object appears ready, but Part default/a is not: the condition Ready is False`,
    ],
  },
  {
    name: "one of two that is not ready, for longer",
    fixture: () => failed().owned("b", "exists").wait(60_001),
    broken: [
      `${agrees}: the object appears ready, but Part default/a is not: the condition Ready is False`,
    ],
  },
  {
    name: "one that is not ready, which is reported",
    fixture: () => failed().report(unready, driven).wait(60_001),
    broken: [],
  },
  {
    name: "one that is not ready, while the events are delayed",
    fixture: () => failed().withholding("begins").wait(60_001).withholding("ends").wait(60_000),
    broken: [],
  },
  {
    name: "one that is not ready from the first report on",
    fixture: () => reported().unready("a", "the condition Ready is False").wait(60_001),
    broken: [
      `${agrees}: the object appears ready, but Part default/a is not: the condition Ready is False`,
    ],
  },
  {
    name: "one that is not ready, and replaced by one that reports nothing",
    fixture: () => failed().owned("a", "gone").owned("b", "exists").wait(60_001),
    broken: [],
  },
  {
    name: "two for longer than is allowed",
    fixture: () => made().settle().owned("b", "exists").wait(60_001),
    broken: [`${match}: the object owns 2 objects instead of one: Part default/a, Part default/b`],
  },
  {
    name: "two, while the controller does not run",
    fixture: () => made().settle().owned("b", "exists").controller("stopped").wait(60_001),
    broken: [],
  },
  {
    name: "one that goes after its owner",
    fixture: () => made().gone().owned("a", "gone").wait(60_001),
    broken: [],
  },
  {
    name: "one that is left behind",
    fixture: () => made().gone().wait(60_001),
    broken: [`${match}: the object is gone, but Part default/a remains`],
  },
  {
    name: "two that are left behind",
    fixture: () => made().owned("b", "exists").gone().wait(60_001),
    broken: [`${match}: the object is gone, but Part default/a, Part default/b remain`],
  },
  {
    name: "one that the garbage collector deletes",
    fixture: () => reported().collected(1, "a").gone().wait(60_001),
    broken: [],
  },
  {
    name: "one of two that the garbage collector does not delete",
    fixture: () => reported().collected(1, "a").ownedBy(1, "b", "exists").gone().wait(60_001),
    broken: [`${match}: the object is gone, but Part default/b remains`],
  },
  {
    name: "one that the garbage collector deletes after its owner is recreated",
    fixture: () =>
      reported().collected(1, "a").gone().create({}, author).collected(2, "b").wait(60_001),
    broken: [],
  },
  {
    name: "two with owner references",
    fixture: () => reported().collected(1, "a").settle().collected(1, "b").wait(60_001),
    broken: [`${match}: the object owns 2 objects instead of one: Part default/a, Part default/b`],
  },
])("$name", ({ fixture, broken, tried }) => {
  const judgement = judged(fixture(), { promises });

  const found = judgement.findings.map(({ requirement, detail }) => `${requirement}: ${detail}`);
  expect(found.filter((one) => one.startsWith(match) || one.startsWith(agrees))).toEqual(broken);
  if (tried !== undefined) expect(instancesOf(match, judgement)).toBe(tried);
});

it.each<{ readonly name: string; readonly fixture: () => HistoryFixture; readonly tried: number }>([
  {
    name: "reported before its own event arrives",
    fixture: () =>
      working()
        .report(unready, driven)
        .unready("a", "the condition Ready is False")
        .report(ready, driven),
    tried: 1,
  },
  {
    name: "reported after its own event arrived",
    fixture: () =>
      working()
        .unready("a", "the condition Ready is False")
        .report(unready, driven)
        .owned("a", "changed"),
    tried: 1,
  },
  {
    name: "that is an absence, reported before its own event arrives",
    fixture: () => working().report(unready, driven).owned("a", "gone"),
    tried: 1,
  },
  {
    name: "of an object that never was ready",
    fixture: () => reported(unready).unready("a", "the condition Ready is False"),
    tried: 0,
  },
  {
    name: "that did not occur",
    fixture: () => working().report(unready, driven).report(ready, driven),
    tried: 0,
  },
  {
    name: "that the deletion of its owner caused",
    fixture: () => working().report(unready, driven).gone().owned("a", "gone"),
    tried: 0,
  },
])("exercise the rule by a failure $name: $tried", ({ fixture, tried }) => {
  expect(instancesOf(agrees, judged(fixture(), { promises }))).toBe(tried);
});

it.each<{
  readonly name: string;
  readonly fixture: () => HistoryFixture;
  readonly broken: readonly string[];
}>([
  {
    name: "an owned object that arrives before its owner",
    fixture: () =>
      new HistoryFixture()
        .controller("started")
        .owned("a", "exists")
        .create({}, author)
        .report(ready, driven)
        .wait(60_001),
    broken: [],
  },
  {
    name: "an owned object that arrives before its owner is recreated",
    fixture: () =>
      reported()
        .ownedBy(1, "a", "exists")
        .ownedBy(1, "a", "gone")
        .ownedBy(2, "b", "exists")
        .gone()
        .create({}, author)
        .report(ready, driven)
        .wait(60_001),
    broken: [],
  },
  {
    name: "an owned object that identifies its owner by name, and is kept when its owner is recreated",
    fixture: () =>
      made().gone().create({}, author).report(ready, driven).wait(60_001).owned("a", "changed"),
    broken: [],
  },
  {
    name: "an owned object whose owner is listed again",
    fixture: () =>
      made()
        .relist()
        .report({ ...ready, phase: "b" }, driven)
        .report({ ...ready, phase: "c" }, driven)
        .wait(60_001),
    broken: [],
  },
  {
    name: "an owned object that is left when its owner is recreated",
    fixture: () =>
      reported()
        .ownedBy(1, "a", "exists")
        .gone()
        .create({}, author)
        .ownedBy(2, "b", "exists")
        .report(ready, driven)
        .wait(60_001),
    broken: [
      `${match}: the preceding object with the same name is gone, but Part default/a remains`,
    ],
  },
  {
    name: "an owned object of a recreated owner that is deleted late",
    fixture: () =>
      reported()
        .ownedBy(1, "a", "exists")
        .gone()
        .create({}, author)
        .ownedBy(2, "b", "exists")
        .report(ready, driven)
        .wait(50_000)
        .ownedBy(1, "a", "gone")
        .wait(60_001),
    broken: [],
  },
])("judge $name in any order of arrival", ({ fixture, broken }) => {
  const { findings } = judged(fixture(), { promises });

  expect(findings.map(({ requirement, detail }) => `${requirement}: ${detail}`)).toEqual(broken);
});

it.each<{
  readonly name: string;
  readonly fixture: () => HistoryFixture;
  readonly shown: string[];
}>([
  {
    name: "a second one",
    fixture: () => made().settle().owned("b", "exists"),
    shown: ["Part default/b exists"],
  },
  {
    name: "one that comes back after its owner",
    fixture: () => made().gone().owned("a", "gone").owned("a", "exists"),
    shown: ["Part default/a exists"],
  },
  {
    name: "one that is missing, and a later report",
    fixture: () =>
      made()
        .owned("a", "gone")
        .report({ ...ready, phase: "b" }, driven),
    shown: ["Part default/a is gone", "MODIFIED"],
  },
])("shows the events of the owned objects: $name", ({ fixture, shown }) => {
  const [finding] = judged(fixture().wait(60_001), { promises }).findings;

  expect(finding?.events.map(({ what }) => what)).toEqual(shown);
});

it("of a kind that promises none are not judged", () => {
  const judgement = judged(reported().wait(60_001));

  expect(judgement.findings.filter(({ requirement }) => requirement === agrees)).toEqual([]);
  expect(instancesOf(agrees, judgement)).toBe(0);
});
