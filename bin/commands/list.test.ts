import { describe, expect, it } from "vitest";
import { isJsonObject, profiles, requirementIds } from "#contract";
import { freedoms } from "#reference";
import { killTable, scoreFor } from "#reports";
import { call } from "../testing/test-world.ts";

const required = requirementIds.filter((id) => profiles["graphql-status/v1"][id] !== "not-asked");

describe("list", () => {
  it("has every requirement", async () => {
    const { code, out, err } = await call(["list"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    for (const requirement of required) expect(out).toContain(requirement);
    expect(out).not.toContain("stale-reads");
  });

  it.each(Object.keys(profiles))("counts the faults of %s that explain names", async (profile) => {
    const { out } = await call(["list", "--profile", profile]);
    const data = await call(["list", "--profile", profile, "--format", "json"]);
    const entries: unknown = JSON.parse(data.out);
    const counts = (Array.isArray(entries) ? entries.filter(isJsonObject) : []).map(
      ({ requirement, faults }) => [requirement, Array.isArray(faults) ? faults.length : 0],
    );
    const rows = [...out.matchAll(/^\w+ +(\S+) \(\d+ checks?, (\d+) faults?\)$/gmu)];
    expect(rows.map(([, id, count]) => [id, Number(count)])).toEqual(counts);
    expect(counts.some(([, count]) => Number(count) > 3)).toBe(true);
  });

  it("has the faults if they are requested", async () => {
    const { out } = await call(["list", "--faults"]);
    expect(out).toContain("stale-reads: ");
  });

  it("counts the faults like the kill score of a report, and states which others there are", async () => {
    const { out } = await call(["list", "--faults"]);
    const names = new Set([...out.matchAll(/^ +fault +(\S+): /gmu)].map(([, name]) => name));
    const [, all, scored] =
      /^Faults: (\d+), and the kill score counts (\d+); the others are detected only by chance$/mu.exec(
        out,
      ) ?? [];

    expect(Number(all)).toBe(names.size);
    expect(Number(scored)).toBe(scoreFor("graphql-status/v1", killTable().version)?.faults);
  });

  it.each(["text", "json"])("has the freedoms as %s if they are requested", async (format) => {
    const { code, out } = await call(["list", "--freedoms", "--format", format]);
    expect(code).toBe(0);
    for (const { name } of freedoms) expect(out).toContain(name);
    expect(out).toContain("semantics/deletedEvent");
  });

  it("has only the requirements of a feature if that is requested", async () => {
    const { code, out } = await call(["list", "--feature", "dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("that need dry-run");
    expect(out).toContain("write.dry-run-stores-nothing");
    expect(out).not.toContain("write.keeps-identity");
  });

  it.each([
    { args: ["--feature", "dry"], fix: "Did you mean dry-run" },
    { args: ["--profile", "graphql-status/v1@2026-1"], fix: "Did you mean 2026-11 or 2026-12?" },
    { args: ["--profile", "graphql-status/v2"], fix: "Did you mean graphql-status/v1?" },
  ])("knows nothing of $args", async ({ args, fix }) => {
    const { code, err } = await call(["list", ...args]);
    expect(code).toBe(2);
    expect(err).toContain(fix);
  });

  it("has the revisions, and the requirements of the one that is named", async () => {
    const { code, out } = await call(["list", "--profile", "graphql-status/v1@2026-12"]);
    const newest = await call(["list"]);
    const [older, later] = await Promise.all(
      ["2026-11", "2026-12"].map((revision) =>
        call(["list", "--profile", `controller/v1@${revision}`]),
      ),
    );

    expect(code).toBe(0);
    expect(out).toContain("graphql-status/v1@2026-12: ");
    expect(out).toContain("Revisions: 2026-11, 2026-12");
    expect(newest.out).toBe(out);
    expect(older?.out).not.toContain("controller.acts-on-own-writes");
    expect(later?.out).toContain("controller.acts-on-own-writes");
  });

  it("is data if that is requested", async () => {
    const { out } = await call(["list", "--format", "json"]);
    const entries: unknown = JSON.parse(out);
    const ids = Array.isArray(entries)
      ? entries.filter(isJsonObject).map(({ requirement }) => requirement)
      : [];
    expect(ids).toEqual(required);
  });
});

describe("explain", () => {
  it("states all details of a requirement", async () => {
    const { code, out } = await call(["explain", "concurrency.stale-status-write-conflicts"]);
    expect(code).toBe(0);
    expect(out).toContain("MUST in graphql-status/v1");
    expect(out).toContain("stale-version-accepted");
    expect(out).toContain("requirements/concurrency.stale-status-write-conflicts/");
  });
});
