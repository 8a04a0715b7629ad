import { expect, it } from "vitest";
import {
  joinSurveys,
  readSurvey,
  readSurveyRequest,
  surveyFaults,
  surveyTogether,
} from "./fault-survey.ts";

const never = new AbortController().signal;

it("names the cases in which a fault makes a difference", async () => {
  const survey = await surveyFaults({ index: 2, count: 30 }, never);
  const everyStart = survey.get("definition-needs-restart");
  const withStaleWrites = survey.get("stale-version-accepted");

  // This fault prevents the kinds of the run from being served, and may therefore affect any case.
  expect(everyStart?.length).toBeGreaterThan(5);
  expect(withStaleWrites?.length).toBeGreaterThan(0);
  expect(withStaleWrites?.length).toBeLessThan(everyStart?.length ?? 0);
  expect(everyStart).toEqual(expect.arrayContaining([...(withStaleWrites ?? [])]));
});

it("lists the same cases for faults that are surveyed together", async () => {
  const part = { index: 2, count: 40 };
  const alone = await surveyFaults(part, never);
  const together = await surveyTogether(part, 3, never);

  // This fault affects every server start, and therefore all cases.
  const cases = alone.get("definition-needs-restart") ?? [];
  expect(cases.length).toBeGreaterThan(5);
  expect(together.get("definition-needs-restart")?.toSorted()).toEqual(cases.toSorted());
});

it("is joined from its parts", () => {
  const one = new Map([["lost", ["a#Service"]]]);
  const other = new Map([
    ["lost", ["b#Service"]],
    ["late", ["b#Service"]],
  ]);

  expect(joinSurveys([one, other])).toEqual(
    new Map([
      ["lost", ["a#Service", "b#Service"]],
      ["late", ["b#Service"]],
    ]),
  );
});

it("travels between threads", () => {
  const survey = new Map([["lost", ["a#Service"]]]);

  expect(readSurvey(structuredClone(survey))).toEqual(survey);
  expect(readSurveyRequest({ index: 1, count: 2 })).toEqual({ index: 1, count: 2 });
  expect(readSurveyRequest({ fault: "lost" })).toBeUndefined();
});

it.each([undefined, {}, new Map([["lost", "a#Service"]]), new Map([[1, ["a#Service"]]])])(
  "is not read from %j",
  (sent) => {
    expect(() => readSurvey(sent)).toThrow(/^a worker sent /u);
  },
);
