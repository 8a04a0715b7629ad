import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { profiles, requirementIds } from "#contract";
import { knownTargets } from "./known-targets.ts";
import { repositoryText } from "../../bin/testing/installed-package.ts";

it("has a row for every requirement of an endpoint", () => {
  const page = repositoryText("docs/targets.md");
  const asked = requirementIds.filter((id) =>
    [profiles["graphql-status/v1"], profiles["kubernetes/v1"]].some(
      (levels) => levels[id] !== "not-asked",
    ),
  );

  // `npm run docs:targets -- --check` compares the verdicts.
  expect(asked.filter((id) => !page.includes(`| \`${id}\` |`))).toEqual([]);
});

it("rejects a stored report without verdicts", async () => {
  const root = mkdtempSync(join(tmpdir(), "known-targets-"));
  try {
    const folder = join(root, "reports/results/kubernetes-v1/kube-apiserver");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "1.31.14.json"), '{"requirements": [{"requirement": "none"}]}');

    await expect(knownTargets(root)).rejects.toThrow("has no verdict on any requirement");
  } finally {
    rmSync(root, { recursive: true });
  }
});
