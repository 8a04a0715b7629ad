import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf } from "../../bin/testing/guide.ts";
import { repositoryText } from "../../bin/testing/installed-package.ts";
import { packPackage } from "../../bin/testing/packed-package.ts";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";
import { build } from "../implementers/build.ts";
import type { Built } from "../implementers/build.ts";
import { python } from "../implementers/implementers.ts";
import { serve } from "../implementers/serve-implementer.ts";

const tokens = "export AUTHOR_TOKEN=… CONTROLLER_TOKEN=…";
const example = "https://api.example.com/graphql";

let cache: string;
let built: Built;

beforeAll(async () => {
  cache = mkdtempSync(join(tmpdir(), "conformance-own-api-"));
  built = await build(python, {
    sources: resolve("docs/examples/implementers"),
    cache,
    log: () => {},
  });
});

afterAll(() => rmSync(cache, { recursive: true }));

/** Runs the commands of the README next to the installed package. Continues after a failed command, as a shell does. */
function walk(packed: PackedPackage, url: string): Promise<string> {
  const section = "Check your own API";
  const { text } = blocksOf(repositoryText("README.md")).find(
    ({ heading }) => heading === section,
  ) ?? { text: "" };
  expect(text).toContain(tokens);
  expect(text.split(example)).toHaveLength(3);
  const script = text
    .replace(tokens, "export AUTHOR_TOKEN=honey CONTROLLER_TOKEN=wax")
    .replaceAll(example, url);
  return new Promise((done) => {
    execFile(
      "bash",
      ["-c", script],
      { cwd: packed.folder, env: { ...process.env, NO_COLOR: "1" }, maxBuffer: 1e8 },
      (_, out, err) => done(out + err),
    );
  });
}

interface Report {
  readonly requirements: readonly { readonly requirement: string; readonly verdict: string }[];
}

function verdictsIn({ folder }: PackedPackage): ReadonlyMap<string, string> {
  const text = readFileSync(join(folder, "conformance-results/report.json"), "utf8");
  const { requirements }: Report = JSON.parse(text);
  return new Map(requirements.map(({ requirement, verdict }) => [requirement, verdict]));
}

describe("the README's commands for one's own API, on the Python implementer", () => {
  it("pass without an edit, watches included", async ({ skip }) => {
    if (!built.isBuilt) return skip(built.reason);
    using packed = packPackage();
    await using server = await serve(python, built.folder);

    const out = await walk(packed, server.url);

    expect(out).toContain("Written to dialect.yaml");
    const verdicts = verdictsIn(packed);
    expect([...verdicts].filter(([, verdict]) => verdict === "fail")).toEqual([]);
    expect(verdicts.get("concurrency.stale-status-write-conflicts"), out).toBe("pass");
    expect(verdicts.get("watch.one-event-per-write"), out).toBe("pass");
  });

  it("find a mistake", async ({ skip }) => {
    if (!built.isBuilt) return skip(built.reason);
    using packed = packPackage();
    await using server = await serve(python, built.folder, "plan-drops-report");

    const out = await walk(packed, server.url);

    expect(verdictsIn(packed).get("isolation.spec-write-never-changes-status"), out).toBe("fail");
  });
});
