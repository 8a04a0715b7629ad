import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RecordLine } from "#runner";
import { buildReport } from "../report-builder.ts";
import { failingRecord } from "../testing/failing-record.ts";
import { askedIds, caseLine } from "../testing/record-lines.ts";
import { renderHtml } from "./render-html.ts";
import { hostileRecord } from "./testing/hostile-record.ts";
import { largeReport } from "./testing/large-report.ts";

const places = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const executablePath = places.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) {
  process.stderr.write(
    "The HTML report is not tried in a browser: there is no Chromium. Install it, or name it in CHROMIUM.\n",
  );
}

const stale = "concurrency.stale-status-write-conflicts";
const lostUpdate = [
  '{"history":1,"versions":"opaque"}',
  '{"initial":"default/a","version":"a","uid":"u1","value":"h0"}',
  '{"op":"cas","object":"default/a","client":"c1","invoke":1,"return":4,"outcome":"ok","precondition":"a","version":"b","uid":"u1","value":"h1"}',
  '{"op":"cas","object":"default/a","client":"c2","invoke":2,"return":5,"outcome":"ok","precondition":"a","version":"c","uid":"u1","value":"h2"}',
];

function pageOf(lines: readonly RecordLine[]): string {
  return renderHtml(buildReport(lines));
}

/** The failing run, whose first case also recorded a history. */
function failingPage(): string {
  return pageOf(
    failingRecord().map((line) =>
      line.line === "case" && line.case.endsWith("updateResourceStatus")
        ? { ...caseLine(line.case, line.findings), observations: { history: lostUpdate } }
        : line,
    ),
  );
}

describe.skipIf(executablePath === undefined)(
  "in Chromium, the report",
  { timeout: 120_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "html-report-"));
    const url = (name: string): string => pathToFileURL(join(folder, `${name}.html`)).href;
    let browser: Browser;

    beforeAll(async () => {
      writeFileSync(join(folder, "failing.html"), failingPage());
      writeFileSync(join(folder, "hostile.html"), pageOf(hostileRecord()));
      writeFileSync(join(folder, "large.html"), renderHtml(largeReport()));
      browser = await chromium.launch({
        ...(executablePath === undefined ? {} : { executablePath }),
        args: ["--no-sandbox"],
      });
    }, 120_000);

    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    });

    /** Opens a page. Whatever the browser complains about fails the test. */
    async function open(name: string, options: BrowserContextOptions = {}): Promise<Page> {
      const context = await browser.newContext({
        viewport: { width: 1200, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith("file:")) complaints.push(request.url());
      });
      onTestFinished(async () => {
        await context.close();
        expect(complaints.filter((text) => !text.startsWith("data:"))).toEqual([]);
      });
      await page.goto(
        name.includes("#")
          ? url(name.split("#")[0] ?? "") + name.slice(name.indexOf("#"))
          : url(name),
      );
      return page;
    }

    test("is narrowed down, keeps the question in the address, and answers it from there", async () => {
      const page = await open("failing");
      const shown = page.locator("details.requirement:visible");
      expect(await shown.count()).toBe(askedIds.length);

      await page.getByLabel("fail", { exact: true }).check();
      expect(await shown.count()).toBe(2);
      await page.keyboard.press("Escape");
      await page.locator("body").press("/");
      await page.keyboard.type("stale-status");
      expect(await shown.count()).toBe(1);
      expect(await page.getByRole("status").first().textContent()).toContain("1 of ");
      expect(page.url()).toContain("#q=stale-status&verdict=fail");

      const again = await open(`failing${page.url().slice(page.url().indexOf("#"))}`);
      expect(await again.locator("details.requirement:visible").count()).toBe(1);
      await again.getByRole("button", { name: "Reset" }).click();
      expect(await again.locator("details.requirement:visible").count()).toBe(askedIds.length);
      expect(again.url()).not.toContain("#q");
    });

    test("opens the requirement that an address names, and its exchanges on demand", async () => {
      const page = await open(`failing#${stale}`);
      const requirement = page.locator(`[id="${stale}"]`);
      expect(await requirement.getAttribute("open")).not.toBeNull();
      const exchange = requirement.locator("details.exchange").first();
      expect(await exchange.locator("pre").first().isVisible()).toBe(false);
      await exchange.locator("summary").click();
      expect(await exchange.locator("pre").first().isVisible()).toBe(true);
    });

    test("is walked through and zoomed by keyboard, timelines included", async () => {
      const page = await open(`failing#${stale}`);
      const timeline = page.locator(`[id="${stale}"] .history .timeline`).first();
      await timeline.locator(".timeline-track").focus();
      const width = async (): Promise<number> =>
        Number(await timeline.locator(".timeline-track > svg").getAttribute("width"));
      const before = await width();
      await page.keyboard.press("+");
      expect(await width()).toBeGreaterThan(before);
      await page.keyboard.press("0");
      expect(await width()).toBeLessThan(before);
      await page.keyboard.press("ArrowRight");
      const first = await timeline.locator(".timeline-detail").textContent();
      expect(first).toContain("line 3");
      await page.keyboard.press("ArrowDown");
      expect(await timeline.locator(".timeline-detail").textContent()).toContain(
        "cannot be right: line 4",
      );
      expect(await timeline.locator(".item.illegal").count()).toBeGreaterThan(1);
    });

    test("copies and saves the script that reproduces a failure", async () => {
      const page = await open(`failing#${stale}`);
      const requirement = page.locator(`[id="${stale}"]`);
      await requirement.getByText("with a script").first().click();
      const saved = page.waitForEvent("download");
      await requirement.getByRole("button", { name: /^Save/u }).first().click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe(`reproduce-${stale}.mjs`);
      expect(readFileSync(await download.path(), "utf8")).toContain("new Replay(");
    });

    test("executes nothing that a target sent, and shows it", async () => {
      const page = await open(`hostile#${stale}`);
      await page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true");
      expect(await page.evaluate("globalThis.wasExecuted")).toBeUndefined();
      expect(await page.locator("script, img, iframe").count()).toBe(1);
      expect(await page.locator("dd.actual").first().textContent()).toContain("<script>globalThis");
      expect(await page.locator("details.requirement").count()).toBe(askedIds.length);
    });

    test.each(["light", "dark"] as const)("is accessible in %s colours", async (colorScheme) => {
      const page = await open("failing", { colorScheme });
      await page.evaluate(
        "for (const d of document.querySelectorAll('details')) d.open = d.open || d.closest('.requirement:not(.good)') !== null || d.matches('.fold')",
      );
      await page.evaluate(axe.source);
      const violations: unknown = await page.evaluate(
        `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`,
      );
      expect(violations).toEqual([]);
    });

    test("has room on a telephone", async () => {
      const page = await open(`hostile#${stale}`, { viewport: { width: 360, height: 740 } });
      await page.evaluate(
        "for (const d of document.querySelectorAll('.requirement.bad, .requirement.bad details')) d.open = true",
      );
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    });

    test("is printed with what does not hold unfolded", async () => {
      const page = await open("failing");
      const requirement = page.locator(`[id="${stale}"]`);
      await page.emulateMedia({ media: "print" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await requirement.getAttribute("open")).not.toBeNull();
      expect(await page.locator(".filters").isVisible()).toBe(false);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await requirement.getAttribute("open")).toBeNull();
    });

    test("opens with 1,000 requirements and 100,000 exchanges", async () => {
      const page = await open("large");
      const spent: unknown = await page.evaluate(
        "performance.getEntriesByType('navigation')[0].loadEventEnd",
      );
      expect(await page.locator("details.requirement").count()).toBe(1000);
      // A machine that does other things at the same time is given more than the 2 s.
      expect(spent).toBeLessThan(6000);
    });
  },
);
