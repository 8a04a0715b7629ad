import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildReport, RecordEncoder, renderHtml } from "#reports";
import type { RecordLine } from "#verdicts";
import { packPackage } from "../../bin/testing/packed-package.ts";
import type { PackedPackage } from "../../bin/testing/packed-package.ts";
import { chromiumPath, launchBrowser } from "../../reports/testing/report-browser.ts";
import { failingRecord } from "../../reports/testing/failing-record.ts";
import { describeReportPage } from "../../reports/testing/report-page-tests.ts";
import { servePackage } from "./serve-package.ts";

const stale = "concurrency.stale-status-write-conflicts";

let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage();
});

afterAll(() => packed[Symbol.dispose]());

async function render(lines: readonly RecordLine[]): Promise<string> {
  const encoder = new RecordEncoder();
  const record = join(packed.folder, "run.ndjson");
  writeFileSync(record, lines.map((line) => encoder.encode(line)).join(""));
  const { out } = await packed.run(["report", record, "--format", "html=page.html"]);
  expect(out).not.toContain("error:");
  return readFileSync(join(packed.folder, "page.html"), "utf8");
}

test("the installed program writes the same page as the sources", async () => {
  const lines = failingRecord();

  const written = linesOf(await render(lines));
  const expected = linesOf(renderHtml(buildReport(lines)));
  const other = written.findIndex((line, i) => line !== expected[i]);
  expect(written[other]?.slice(0, 200)).toBe(expected[other]?.slice(0, 200));
  expect(other).toBe(-1);
});

/** Returns the lines of a page without the section about the record file, which only one of the two pages has. */
function linesOf(page: string): readonly string[] {
  return page.replace(/<section[^>]*aria-labelledby="provenance".*?<\/section>/su, "").split("\n");
}

describeReportPage("in Chromium, the report of the installed program", render);

describe.skipIf(chromiumPath === undefined)("the page that the installed program writes", () => {
  test("shows, filters and links broken requirements", async () => {
    await using broken = await servePackage(packed, ["--fault", "stale-version-accepted"]);
    const only = [
      "concurrency/stale-version-conflicts#Service.*",
      "isolation/spec-write-keeps-status#Service",
    ];
    const words = ["--endpoint", broken.url, "--seed", "1", "--format", "html=report.html"];
    const { code, out } = await packed.run([...words, "--only", ...only]);
    expect(code, out).toBe(1);
    const browser = await launchBrowser();
    onTestFinished(() => browser[Symbol.asyncDispose]());
    browser.add("run", readFileSync(join(packed.folder, "report.html"), "utf8"));
    const page = await browser.open("run");
    await page.getByLabel("fail", { exact: true }).check();
    const shown = page.locator("details.requirement:visible");
    expect(await shown.evaluateAll((found) => found.map(({ id }) => id))).toEqual([stale]);
    await page.locator(`a[href="#${stale}"]`).first().click();
    await expect.poll(() => shown.getAttribute("open")).not.toBeNull();
  });
});
