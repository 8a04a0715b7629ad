import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildReport } from "../report/report-builder.ts";
import { renderHtml } from "./render-html.ts";
import { largeReport } from "../testing/large-report.ts";
import { chromiumPath, launchBrowser } from "../testing/report-browser.ts";
import type { ReportBrowser } from "../testing/report-browser.ts";
import { describeReportPage } from "../testing/report-page-tests.ts";

describeReportPage("in Chromium, the report", (lines) => renderHtml(buildReport(lines)));

describe.skipIf(chromiumPath === undefined)("a large report", () => {
  let browser: ReportBrowser;

  beforeAll(async () => {
    browser = await launchBrowser();
    browser.add("large", renderHtml(largeReport()));
  });

  afterAll(() => browser[Symbol.asyncDispose]());

  test("opens with 1,000 requirements and 100,000 exchanges", async () => {
    const page = await browser.open("large");
    expect(await page.locator("details.requirement").count()).toBe(1000);
  });
});
