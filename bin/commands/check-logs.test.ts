import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { AuditFixture } from "../../suites/wings/logs/testing/audit-fixture.ts";
import type { FixtureLevel } from "../../suites/wings/logs/testing/audit-fixture.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { call } from "../testing/test-world.ts";

const folder = folderForAllTests();

function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(folder.path, name);
  writeFileSync(file, content);
  return file;
}

function fightLog(level?: FixtureLevel): string {
  const fixture = new AuditFixture(level);
  fixture.send({ user: "owner", verb: "create", body: { spec: { size: 1 } } });
  for (let i = 0; i < 8; i += 1) {
    const [user, size] = i % 2 === 0 ? (["scaler-a", 2] as const) : (["scaler-b", 5] as const);
    fixture.send({ user, verb: "patch", body: { spec: { size } } });
  }
  return fixture.text;
}

const audit = ["check-history", "--from", "kubernetes-audit"] as const;

describe("check-history --from kubernetes-audit", () => {
  it("names the writer of each change, with the requests, and sums up by writer", async () => {
    const { code, out } = await call([...audit, fileOf("fight.log", fightLog())]);

    expect(code).toBe(1);
    expect(out).toContain("fight on widgets.lab.example/default/one");
    expect(out).toContain("scaler-a (scaler-a/v1)");
    expect(out).toMatch(/PATCH\s+\/apis\/lab\.example\/v1\/namespaces\/default\/widgets\/one/u);
    expect(out).toMatch(/audit-\d/u);
    expect(out).toContain(
      "scaler-a (scaler-a/v1) had 1 fight with scaler-b (scaler-b/v1) on 1 object",
    );
    expect(out).toContain("1 writer mistake in 9 requests from 3 writers for 1 object.");
  });

  it("gives the same as data", async () => {
    const file = fileOf("data.log", fightLog());
    const { code, out } = await call([...audit, file, "--format", "json"]);
    const answer: unknown = JSON.parse(out);

    expect(code).toBe(1);
    expect(answer).toMatchObject({
      requests: 9,
      findings: [{ rule: "fight", by: { user: "scaler-a" }, other: { user: "scaler-b" } }],
      sums: [{ count: 1, kind: "widgets.lab.example", fields: [["spec.size", 1]] }],
    });
  });

  it("does not write the page over the log", async () => {
    const log = fileOf("kept.log", fightLog());
    const { code, err } = await call([...audit, log, "--page", log]);
    expect(code).toBe(2);
    expect(err).toContain(`would overwrite the input ${log}`);
    expect(readFileSync(log, "utf8")).toBe(fightLog());
  });

  it("writes a page that loads nothing, with a timeline", async () => {
    const page = join(folder.path, "page.html");
    const { err } = await call([...audit, fileOf("page.log", fightLog()), "--page", page]);
    const text = readFileSync(page, "utf8");

    expect(err).toContain(page);
    expect(text).toContain('href="#mistake-1"');
    expect(text).toContain('id="mistake-1"');
    expect(text).toContain("default-src 'none'");
    expect(text).toContain('class="timeline"');
    expect(text).toContain("scaler-b");
  });

  it("escapes the content of a log", async () => {
    const fixture = new AuditFixture();
    const user = "<script>alert(1)</script>\u001b[2J";
    fixture.send({ user: "owner", verb: "create", body: { spec: { size: 1 } } });
    fixture.send({ user, verb: "patch", body: { status: { phase: "Ready" } } });
    const page = join(folder.path, "hostile.html");
    const { out } = await call([...audit, fileOf("hostile.log", fixture.text), "--page", page]);

    expect(out).not.toContain("\u001b[2J");
    expect(readFileSync(page, "utf8")).not.toContain("<script>alert");
  });

  it("is inconclusive where the log shows too little, and legal where nothing is wrong", async () => {
    const clean = new AuditFixture();
    clean.send({ user: "owner", verb: "create", body: { spec: { size: 1 } } });
    clean.send({ user: "owner", verb: "patch", body: { spec: { size: 2 } } });

    expect((await call([...audit, fileOf("metadata.log", fightLog("Metadata"))])).code).toBe(4);
    expect((await call([...audit, fileOf("clean.log", clean.text)])).code).toBe(0);
  });

  it.each([
    { args: ["--from", "nothing", "x"], error: 'invalid value for --from: "nothing"' },
    { args: ["--from", "kubernetes-audit", "a", "b"], error: "--clock-error is missing" },
    {
      args: ["--from", "kubernetes-audit", "a", "--since", "soon"],
      error: "invalid value for --since",
    },
    {
      args: ["--from", "kubernetes-audit", "a", "--mapping", "m"],
      error: "does not use a mapping",
    },
    {
      args: ["--from", "kubernetes-audit", "no/such/file"],
      error: "cannot read no/such/file: no such file or directory (ENOENT)",
    },
    { args: ["a", "b"], error: "several histories" },
    { args: ["a", "--object", "x/*"], error: "--object applies only to logs" },
  ])("refuses $args", async ({ args, error }) => {
    const { code, err } = await call(["check-history", ...args]);

    expect(code).toBe(2);
    expect(err).toContain(error);
  });

  it("rejects traffic without a request, with the reason, and compressed traffic", async () => {
    const other = await call([...audit, fileOf("other.log", '{"op":"read"}\n')]);
    const packed = await call([...audit, fileOf("packed.log", gzipSync(fightLog()))]);

    expect(other).toMatchObject({ code: 2 });
    expect(other.err).toMatch(/1 \(not an audit event, first in .*other\.log line 1\)/u);
    expect(packed).toMatchObject({ code: 2 });
    expect(packed.err).toContain("gzip");
    expect(existsSync(join(folder.path, "nothing"))).toBe(false);
  });
});

describe("check-history --from jepsen", () => {
  const keyed = [7, 8]
    .flatMap((key) => [
      `{:process 0, :type :invoke, :f :write, :value [${key} 1]}`,
      `{:process 0, :type :ok, :f :write, :value [${key} 1]}`,
      `{:process 0, :type :invoke, :f :write, :value [${key} 2]}`,
      `{:process 0, :type :ok, :f :write, :value [${key} 2]}`,
      `{:process 0, :type :invoke, :f :write, :value [${key} 1]}`,
      `{:process 0, :type :ok, :f :write, :value [${key} 1]}`,
      `{:process 1, :type :invoke, :f :read, :value [${key} nil]}`,
      `{:process 1, :type :ok, :f :read, :value [${key} ${key === 7 ? 2 : 1}]}`,
    ])
    .join("\n");
  const jepsen = ["check-history", "--from", "jepsen"] as const;

  it("names the stale read of a value that was written twice", async () => {
    const { code, out } = await call([...jepsen, fileOf("keyed.edn", keyed)]);

    expect(code).toBe(1);
    expect(out).toContain("stale-read on register 7");
    expect(out).toContain("Illegal: 1 anomaly in 8 operations");
  });

  it("checks the chosen registers", async () => {
    const { code, out } = await call([
      ...jepsen,
      fileOf("chosen.edn", keyed),
      "--object",
      "register 8",
    ]);

    expect(code).toBe(0);
    expect(out).toContain("4 operations");
  });

  it("rejects options that it cannot apply", async () => {
    const { code, err } = await call([...jepsen, fileOf("since.edn", keyed), "--since", "1h"]);

    expect(code).toBe(2);
    expect(err).toContain("--since does not apply to --from jepsen");
  });
});
