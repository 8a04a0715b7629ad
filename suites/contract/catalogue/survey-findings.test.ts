import { expect, it } from "vitest";
import { notCarried } from "../requirements/not-carried.ts";
import { requirementIds, requirements } from "../requirements/index.ts";
import { profiles } from "../requirements/profiles.ts";
import { isSurveyRowId } from "./survey.ts";
import { surveyFindings } from "./survey-findings.ts";

const findings = Object.entries(surveyFindings);

it("is about rows of the survey", () => {
  expect(findings.map(([row]) => row).filter((row) => !isSurveyRowId(row))).toEqual([]);
});

it("states the result in a sentence", () => {
  expect(findings.filter(([, { note }]) => !/^\S+( \S+){3,}\.$/u.test(note))).toEqual([]);
});

it("names a check only for rows that the profile requires", () => {
  const required = new Set(
    requirementIds
      .filter((id) => profiles["kubernetes/v1"][id] !== "not-asked")
      .flatMap((id): readonly string[] => requirements[id].rows),
  );
  const claimed = findings.filter(([, { note }]) => note.includes("checks of its requirement"));

  expect(claimed.map(([row]) => row).filter((row) => !required.has(row))).toEqual([]);
});

it("leaves no Kubernetes-only row without a profile", () => {
  expect(Object.entries(notCarried).filter(([, reason]) => reason.includes("waits for"))).toEqual(
    [],
  );
});
