import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { features } from "../vocabulary/features.ts";
import { profiles } from "./profiles.ts";
import type { Requirement } from "../catalogue/requirement.ts";
import { isControllerRequirement, isRequirementId, requirementIds, requirements } from "./index.ts";
import { notCarried } from "./not-carried.ts";
import { sources, startingSources } from "../catalogue/sources.ts";
import { isSurveyRowId, surveyAreas, surveyRow, surveyRowIds } from "../catalogue/survey.ts";

const entries: readonly (readonly [string, Requirement])[] = Object.entries(requirements);

function sideOf(profile: string): string {
  return profile === "controller/v1" ? "controllers" : "endpoints";
}

describe("every requirement", () => {
  it("has a well-formed id", () => {
    expect(requirementIds.filter((id) => !/^[a-z]+\.[a-z0-9-]+$/.test(id))).toEqual([]);
    expect(isRequirementId("write")).toBe(false);
  });

  it("states its requirement in a separate sentence", () => {
    const statements = entries.map(([, { statement }]) => statement);

    expect(statements.filter((text) => !/^[A-Z]\S*( \S+)+(?<!\.)\.$/.test(text))).toEqual([]);
    expect(repeated(statements)).toEqual([]);
  });

  it("applies to endpoints or to controllers", () => {
    const sides = requirementIds.map((id) => [
      id,
      ...new Set(Object.keys(requirements[id].levels).map(sideOf)),
    ]);

    expect(sides).toEqual(
      requirementIds.map((id) => [id, isControllerRequirement(id) ? "controllers" : "endpoints"]),
    );
  });

  it("states the consequence if it is broken", () => {
    const reasons = entries.map(([, { reason }]) => reason);

    expect(reasons.filter((text) => !/^[A-Z]\S*( \S+){5,}(?<!\.)\.$/.test(text))).toEqual([]);
    expect(repeated(reasons)).toEqual([]);
  });

  it("names at least one source, and the place in it", () => {
    expect(idsWhere(({ sources: named }) => named.length === 0)).toEqual([]);
    expect(idsWhere((one) => one.sources.some(({ at }) => at.trim() !== at || at === ""))).toEqual(
      [],
    );
    expect(idsWhere((one) => one.sources.some((s) => !Object.hasOwn(sources, s.source)))).toEqual(
      [],
    );
  });

  it("settles at least one row of the survey", () => {
    expect(idsWhere(({ rows }) => rows.length === 0)).toEqual([]);
    expect(idsWhere(({ rows }) => rows.some((row) => !isSurveyRowId(row)))).toEqual([]);
    expect(idsWhere(({ rows }) => repeated(rows).length > 0)).toEqual([]);
  });

  it("depends on known features", () => {
    expect(
      idsWhere((one) => featuresOf(one).some((name) => !Object.hasOwn(features, name))),
    ).toEqual([]);
    expect(idsWhere((one) => repeated(featuresOf(one)).length > 0)).toEqual([]);
  });

  it("depends on watches if it is about them", () => {
    const aboutWatches = entries.filter(
      ([id, one]) =>
        id.startsWith("watch.") || featuresOf(one).some((name) => name.startsWith("watch.")),
    );

    expect(aboutWatches.filter(([, one]) => !featuresOf(one).includes("watch"))).toEqual([]);
  });

  it("requires an integer number of instances", () => {
    expect(
      idsWhere(({ minimumInstances: least = 1 }) => !Number.isInteger(least) || least < 1),
    ).toEqual([]);
  });
});

describe("the catalogue", () => {
  it("holds every requirement of every file, once, and in a file of its area", async () => {
    const written = await writtenRequirements();

    expect(written.map(({ id }) => id).toSorted()).toEqual([...requirementIds].toSorted());
    expect(written.filter(({ id, area }) => !id.startsWith(`${area}.`))).toEqual([]);
  });

  it("keeps the requirements of an area together", () => {
    const areas = requirementIds.map((id) => id.split(".")[0]);

    expect(repeated(areas.filter((area, i) => area !== areas[i - 1]))).toEqual([]);
  });

  it("stays as it was published", async () => {
    await expect(frozenText()).toMatchFileSnapshot("./requirements.frozen.txt");
  });
});

describe("profile", () => {
  it.each(Object.entries(profiles))("%s gives every requirement a level", (_name, profile) => {
    expect(Object.keys(profile)).toEqual(requirementIds);
  });
});

describe("the documents that the project starts from", () => {
  it.each(startingSources)("%s gave rise to requirements", (source) => {
    expect(entries.filter(([, one]) => one.sources.some((s) => s.source === source))).not.toEqual(
      [],
    );
  });
});

describe("the field survey", () => {
  it("has rows that are counted from 1 in each area", () => {
    const counted = Object.keys(surveyAreas).flatMap((prefix) => {
      const own = surveyRowIds.filter((row) => row.startsWith(`${prefix}-`));
      return own.map((_, i) => `${prefix}-${String(i + 1).padStart(2, "0")}`);
    });

    expect(counted).toEqual(surveyRowIds);
    expect(isSurveyRowId("WR-00")).toBe(false);
  });

  it("states each behaviour in a separate sentence, with the sources and the places in them", () => {
    const rows = surveyRowIds.map(surveyRow);

    expect(rows.filter(({ behaviour }) => !/^\S+( \S+)+(?<!\.)\.$/.test(behaviour))).toEqual([]);
    expect(repeated(rows.map(({ behaviour }) => behaviour))).toEqual([]);
    expect(
      rows.filter(
        ({ sources: named }) =>
          named.length === 0 ||
          named.some(
            ({ source, at }) => !Object.hasOwn(sources, source) || at.trim() !== at || at === "",
          ),
      ),
    ).toEqual([]);
  });

  const carried = new Set(entries.flatMap(([, { rows }]) => rows));

  it("has every row settled by a requirement or omitted with a reason", () => {
    const open = surveyRowIds.filter((row) => !carried.has(row) && !Object.hasOwn(notCarried, row));

    expect(open).toEqual([]);
  });

  it("has no row that is settled and left out", () => {
    expect(Object.keys(notCarried).filter((row) => isSurveyRowId(row) && carried.has(row))).toEqual(
      [],
    );
  });

  it("has no row omitted that it does not have, and none without a reason", () => {
    expect(Object.keys(notCarried).filter((row) => !isSurveyRowId(row))).toEqual([]);
    expect(Object.values(notCarried).filter((text) => !/^\S+( \S+){3,}\.$/.test(text))).toEqual([]);
  });
});

function idsWhere(isBroken: (requirement: Requirement) => boolean): readonly string[] {
  return entries.filter(([, requirement]) => isBroken(requirement)).map(([id]) => id);
}

function featuresOf(requirement: Requirement): readonly string[] {
  return requirement.features ?? [];
}

function repeated<T>(values: readonly T[]): readonly T[] {
  return values.filter((value, i) => values.indexOf(value) !== i);
}

interface WrittenRequirement {
  readonly id: string;
  readonly area: string;
}

/** Reads the ids from the files, because an id that two files define occurs only once in the index. */
async function writtenRequirements(): Promise<readonly WrittenRequirement[]> {
  const names = await readdir(new URL(".", import.meta.url));
  const files = names
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => name.replace(/\.ts$/, ""))
    .filter((file) => !["index", "not-carried", "profiles"].includes(file));
  const perFile = await Promise.all(
    files.map(async (file) => {
      const module: Readonly<Record<string, object>> = await import(`./${file}.ts`);
      const area = file.replace(/-.*$/, "");
      return Object.values(module).flatMap((part) => Object.keys(part).map((id) => ({ id, area })));
    }),
  );
  return perFile.flat();
}

function frozenText(): string {
  const lines = requirementIds.map((id) => {
    const levels = Object.entries(profiles)
      .filter(([name]) => name.startsWith("controller/") === isControllerRequirement(id))
      .map(([name, profile]) => `${name} ${profile[id]}`);
    return `${id}\n  ${levels.join(", ")}\n  ${requirements[id].statement}\n`;
  });
  return lines.join("");
}
