import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requirementIds } from "#contract";
import { requirementPath } from "#reports";
import { buildSite } from "./build-site.ts";
import { deadLinks } from "./dead-links.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "site-"));
  await buildSite(root, join(folder, "site"));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const textOf = (path: string): string => readFileSync(join(folder, "site", path), "utf8");

describe("the site", () => {
  it("has a page for each requirement, at the address that reports link to", () => {
    const missing = requirementIds.filter(
      (id) => !existsSync(join(folder, "site", requirementPath(id), "index.html")),
    );

    expect(missing).toEqual([]);
  });

  it("has a page for each document of the repository", () => {
    for (const page of [
      "architecture/",
      "contributing/",
      "security/",
      "changelog/",
      "decisions/",
    ]) {
      expect(textOf(`${page}index.html`)).toContain("<h1");
    }
  });

  it("shows the details of a requirement", () => {
    const page = textOf("requirements/concurrency.stale-status-write-conflicts/index.html");

    expect(page).toContain("A status write that specifies a stale version");
    expect(page).toContain('href="../../faults/#stale-version-accepted"');
    expect(page).toContain('href="../../checks/#concurrency/stale-version-conflicts"');
    expect(page).toContain("In Kubernetes");
  });

  it("links requirement ids to their pages, except on the page itself", () => {
    const page = textOf("requirements/concurrency.one-winner/index.html");

    expect(textOf("contract/index.html")).toContain(
      'href="../requirements/concurrency.one-winner/"',
    );
    expect(page).not.toContain("concurrency.one-winner/");
  });

  it("shows the reports of the examples", () => {
    expect(textOf("examples/failing/index.html")).toContain('href="report.html"');
    expect(textOf("examples/failing/report.html")).toBe(
      readFileSync(join(root, "docs/examples/failing/report.html"), "utf8"),
    );
  });

  it("shows the picture of the README", () => {
    const [, picture = ""] = /<img src="([^"]+)"/u.exec(textOf("index.html")) ?? [];

    expect(existsSync(join(folder, "site", picture)), picture).toBe(true);
  });

  it("loads nothing from other sites", () => {
    const loaded = [...textOf("index.html").matchAll(/(?:src|<link[^>]* href)="([^"]*)"/gu)];

    expect(loaded.length).toBeGreaterThan(2);
    expect(loaded.filter(([, address = ""]) => /^(https?:)?\/\//u.test(address))).toEqual([]);
  });
});

describe("dead links", () => {
  it.each([
    {
      name: "page",
      html: '<a href="b/">b</a>',
      expected: "a/index.html: b/ leads to a/b/index.html",
    },
    {
      name: "anchor",
      html: '<a href="#b">b</a>',
      expected: "a/index.html: #b links to a missing anchor",
    },
    { name: "file", html: '<script src="../b.js"></script>', expected: "a/index.html: ../b.js" },
  ])("are found: $name", ({ html, expected }) => {
    const site = mkdtempSync(join(folder, "planted-"));
    mkdirSync(join(site, "a"));
    writeFileSync(join(site, "a/index.html"), `<p id="c">${html}<a href="#c">c</a></p>`);

    expect(deadLinks(site)).toEqual([expect.stringContaining(expected)]);
  });

  it("make the build fail", async () => {
    const other = mkdtempSync(join(folder, "repository-"));
    for (const file of ["docs/examples/failing/report.txt", "docs/examples/passing/report.txt"]) {
      mkdirSync(join(other, dirname(file)), { recursive: true });
      writeFileSync(join(other, file), "");
    }
    writeFileSync(join(other, "package.json"), "{}");
    writeFileSync(
      join(other, "README.md"),
      "# Start\n\nSee [more](more.md) and [parts](#parts).\n",
    );

    await expect(buildSite(other, join(folder, "other"))).rejects.toThrow(
      expect.objectContaining({
        name: "HarnessError",
        message: expect.stringContaining(
          "README.md: more.md leads to more.md, which does not exist",
        ),
      }),
    );
  });
});
