import { describe, expect, test } from "vitest";
import { profiles, requirementIds, requirements } from "#contract";
import { describeRequirement, listRequirements } from "./requirement-catalogue.ts";
import type { CatalogueEntry, CatalogueOptions } from "./requirement-catalogue.ts";
import { renderCatalogueJson, renderEntry, renderList } from "../terminal/catalogue-text.ts";

const ordered = "watch.ordered";

const options: CatalogueOptions = {
  checks: [{ id: "watch/order", title: "Events come in order", covers: [ordered] }],
  faults: [
    { name: "unordered-events", summary: "two events change places", breaks: [ordered] },
    { name: "other", summary: "something else", breaks: ["watch.unique"] },
  ],
};

/** A fixed entry, so that the tests do not depend on the wording of the catalogue. */
const entry: CatalogueEntry = {
  requirement: ordered,
  area: "watch",
  levels: [
    { profile: "graphql-status/v1", level: "MUST" },
    { profile: "kubernetes/v1", level: profiles["kubernetes/v1"][ordered] },
  ],
  statement: "Events of one object are delivered in the order in which it changed.",
  why: "A controller that sees an older state last acts on it until the next change.",
  sources: [
    { source: "a", title: "A document", revision: "24a394e516bf", at: "watch.go, Watch" },
    { source: "b", title: "A specification", at: "section Order" },
  ],
  rows: [
    { row: "WA-01", level: "MUST", behaviour: "A change is delivered once." },
    {
      row: "WA-22",
      level: "MUST in Kubernetes",
      behaviour: "A stream may end.",
      finding: { outcome: "corrected", note: "It ends after a minute." },
    },
  ],
  features: [{ feature: "watch", meaning: "a subscription delivers changes as events" }],
  minimumInstances: 3,
  checks: [{ id: "watch/order", title: "Events come in order" }],
  faults: [{ name: "unordered-events", summary: "two events change places" }],
};

const bare: CatalogueEntry = {
  ...entry,
  why: "",
  sources: [],
  rows: [],
  features: [],
  minimumInstances: 1,
  checks: [],
  faults: [],
};

describe("the catalogue", () => {
  test("lists the requirements of the profile, in its order", () => {
    const listed = listRequirements({ profile: "graphql-status/v1" }, options);
    const required = requirementIds.filter(
      (id) => profiles["graphql-status/v1"][id] !== "not-asked",
    );

    expect(listed.map(({ requirement }) => requirement)).toEqual(required);
  });

  test("has the texts of contract, checks and faults on a requirement", () => {
    const { statement, reason, sources } = requirements[ordered];
    const described = describeRequirement(ordered, options);

    expect(described).toMatchObject({
      requirement: ordered,
      area: "watch",
      levels: [
        { profile: "graphql-status/v1", level: "MUST" },
        { profile: "kubernetes/v1", level: profiles["kubernetes/v1"][ordered] },
      ],
      statement,
      why: reason,
      checks: entry.checks,
      faults: entry.faults,
    });
    expect(described.sources.map(({ source, at }) => ({ source, at }))).toEqual(sources);
  });

  test.each([
    { name: "without faults", withFaults: false },
    { name: "with faults", withFaults: true },
  ])("is listed $name", ({ withFaults }) => {
    const style = { width: 80, colorLevel: 0, profile: "graphql-status/v1", withFaults } as const;

    expect(renderList([entry, bare], style)).toMatchSnapshot();
  });

  test.each([
    { name: "everything", of: entry },
    { name: "what little there is", of: bare },
  ])("explains $name", ({ of }) => {
    const documentation = "requirements/watch.ordered/ in the documentation";
    expect(renderEntry(of, { width: 80, colorLevel: 0, documentation })).toMatchSnapshot();
  });

  test("has each row of the survey with its text", () => {
    const [row] = describeRequirement("concurrency.version-changes-with-content", options).rows;

    expect(row).toMatchObject({ row: "CC-14", level: "MUST" });
    expect(row?.behaviour).toContain("only then");
  });

  test("is told as JSON", () => {
    expect(JSON.parse(renderCatalogueJson([entry]))).toEqual([entry]);
  });
});
