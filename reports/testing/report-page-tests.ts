import { readFileSync } from "node:fs";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordLine } from "#verdicts";
import { failingRecord } from "./failing-record.ts";
import { askedIds, caseLine } from "./record-lines.ts";
import { hostileRecord } from "./hostile-html-record.ts";
import { chromiumPath, launchBrowser } from "./report-browser.ts";
import type { ReportBrowser } from "./report-browser.ts";

const stale = "concurrency.stale-status-write-conflicts";
const lostUpdate = [
  '{"history":1,"versions":"opaque"}',
  '{"initial":"default/a","version":"a","uid":"u1","value":"h0"}',
  '{"op":"cas","object":"default/a","client":"c1","invoke":1,"return":4,"outcome":"ok","precondition":"a","version":"b","uid":"u1","value":"h1"}',
  '{"op":"cas","object":"default/a","client":"c2","invoke":2,"return":5,"outcome":"ok","precondition":"a","version":"c","uid":"u1","value":"h2"}',
];

function failingLines(): readonly RecordLine[] {
  return failingRecord().map((line) =>
    line.line === "case" && line.case.endsWith("updateResourceStatus")
      ? { ...caseLine(line.case, line.findings), observations: { history: lostUpdate } }
      : line,
  );
}

export type RenderPage = (lines: readonly RecordLine[]) => string | Promise<string>;

export function describeReportPage(name: string, render: RenderPage): void {
  describe.skipIf(chromiumPath === undefined)(name, () => {
    let browser: ReportBrowser;

    beforeAll(async () => {
      browser = await launchBrowser();
      browser.add("failing", await render(failingLines()));
      browser.add("hostile", await render(hostileRecord()));
    });

    afterAll(() => browser[Symbol.asyncDispose]());

    test("is narrowed down, keeps the question in the address, and answers it from there", async () => {
      const page = await browser.open("failing");
      const shown = page.locator("details.requirement:visible");
      const matching = "details.requirement:not([hidden])";
      expect(await page.locator(matching).count()).toBe(askedIds.length);

      await page.getByLabel("Area").selectOption("errors");
      expect(await shown.count()).toBe(askedIds.filter((id) => id.startsWith("errors.")).length);
      await page.getByLabel("Area").selectOption("");
      await page.getByLabel("fail", { exact: true }).check();
      expect(await shown.count()).toBe(2);
      await page.keyboard.press("Escape");
      await page.locator("body").press("/");
      await page.keyboard.type("stale-status");
      expect(await shown.count()).toBe(1);
      expect(await page.getByRole("status").first().textContent()).toContain("1 of ");
      expect(page.url()).toContain("#q=stale-status&verdict=fail");

      const again = await browser.open(`failing${page.url().slice(page.url().indexOf("#"))}`);
      expect(await again.locator("details.requirement:visible").count()).toBe(1);
      await again.getByRole("button", { name: "Reset" }).click();
      expect(await again.locator(matching).count()).toBe(askedIds.length);
      expect(again.url()).not.toContain("#q");
    });

    test("shows what is broken first, and folds the areas in which everything holds", async () => {
      const page = await browser.open("failing");
      const areas = page.locator("details.area");
      const open = await areas.evaluateAll((all) => all.map((area) => area.hasAttribute("open")));
      expect(open).toContain(false);
      expect(open.toSorted((left, right) => Number(right) - Number(left))).toEqual(open);
      const verdicts = await page
        .locator("details.requirement:visible")
        .evaluateAll((all) => all.map((row) => row.getAttribute("data-verdict")));
      expect(verdicts[0]).toBe("fail");
      expect(await areas.first().locator(".requirement").first().getAttribute("class")).toContain(
        "bad",
      );
      // A search expands the areas with matches, and hides all other requirements. A reset collapses the areas again.
      const folded = areas.last();
      const rows = folded.locator("details.requirement");
      const id = (await rows.first().getAttribute("id")) ?? "";
      await page.getByLabel("Search").fill(id);
      expect(await page.locator("details.requirement:visible").count()).toBe(1);
      for (const _ of ["opened", "closed again"]) {
        await page.getByRole("button", { name: "Open all shown" }).click();
        expect(await page.locator("details.requirement:visible").count()).toBe(1);
      }
      await page.getByRole("button", { name: "Reset" }).click();
      expect(await rows.first().isVisible()).toBe(false);
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await rows.first().isVisible()).toBe(true);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await rows.first().isVisible()).toBe(false);
    });

    test("opens the requirement that an address names, and its exchanges on demand", async () => {
      const page = await browser.open(`failing#${stale}`);
      const requirement = page.locator(`[id="${stale}"]`);
      expect(await requirement.getAttribute("open")).not.toBeNull();
      expect(await requirement.locator(".deciding pre").first().isVisible()).toBe(true);
      const exchange = requirement.locator("details.exchange:not(.deciding)").first();
      expect(await exchange.locator("pre").first().isVisible()).toBe(false);
      await exchange.locator("summary").click();
      expect(await exchange.locator("pre").first().isVisible()).toBe(true);
    });

    test("shows the findings of a requirement one at a time, by mouse and keyboard", async () => {
      const page = await browser.open(`failing#${stale}`);
      const requirement = page.locator(`[id="${stale}"]`);
      const tabs = requirement.getByRole("tab");
      const panels = requirement.locator("[role=tabpanel]:visible");
      const count = await tabs.count();
      expect(count).toBeGreaterThan(1);
      const titleOf = (): Promise<string | null> => panels.first().locator("h4").textContent();
      const first = await titleOf();
      expect(await panels.count()).toBe(1);

      await tabs.nth(1).click();
      expect(await panels.count()).toBe(1);
      expect(await titleOf()).not.toBe(first);
      await page.keyboard.press("Home");
      expect(await titleOf()).toBe(first);
      await page.keyboard.press("ArrowLeft");
      expect(await tabs.nth(count - 1).getAttribute("aria-selected")).toBe("true");
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await panels.count()).toBe(count);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await panels.count()).toBe(1);
    });

    test("opens what a link names, folded or filtered out, as often as it is followed", async () => {
      const page = await browser.open("failing#verdict=pass");
      const requirement = page.locator(`[id="${stale}"]`);
      expect(await requirement.isVisible()).toBe(false);
      const link = page.locator(`a[href="#${stale}"]`).first();
      for (const _ of ["hashchange", "the same address"]) {
        await link.click();
        await expect.poll(() => requirement.getAttribute("open")).not.toBeNull();
        expect(page.url()).toContain(`#${stale}`);
        await requirement.locator("summary").first().click();
        expect(await requirement.getAttribute("open")).toBeNull();
      }
    });

    test("works with the keyboard only", async () => {
      const page = await browser.open("failing");
      await page.keyboard.press("/");
      await page.keyboard.type("stale-status");
      const requirement = page.locator(`[id="${stale}"]`);
      await requirement.locator("summary").first().focus();
      await page.keyboard.press("Enter");
      expect(await requirement.getAttribute("open")).not.toBeNull();
      await page.getByRole("button", { name: "Reset" }).focus();
      await page.keyboard.press("Space");
      expect(await page.locator("details.requirement:not([hidden])").count()).toBe(askedIds.length);
      await page.getByRole("button", { name: "Open all shown" }).focus();
      await page.keyboard.press("Enter");
      expect(await page.locator("details.requirement[open]:visible").count()).toBe(askedIds.length);
    });

    test("is walked through and zoomed by keyboard, timelines included", async () => {
      const page = await browser.open(`failing#${stale}`);
      const requirement = page.locator(`[id="${stale}"]`);
      await requirement.getByRole("tab", { name: "updateResourceStatus" }).click();
      const timeline = requirement.locator(".history .timeline").first();
      await timeline.locator(".timeline-track").focus();
      const width = async (): Promise<number> =>
        (await timeline.locator(".timeline-track > svg").boundingBox())?.width ?? 0;
      const before = await width();
      await page.keyboard.press("+");
      expect(await width()).toBeGreaterThan(before);
      const wide = await width();
      await timeline.getByRole("button", { name: "Zoom in" }).click();
      expect(await width()).toBeGreaterThan(wide);
      await timeline.getByRole("button", { name: "Zoom out" }).click();
      expect(await width()).toBeCloseTo(wide, -1);
      await timeline.getByRole("button", { name: "Fit" }).click();
      expect(await width()).toBeLessThanOrEqual(before);
      await timeline.locator(".timeline-track").focus();
      await page.keyboard.press("ArrowRight");
      const first = await timeline.locator(".timeline-detail").textContent();
      expect(first).toContain("line 3");
      await page.keyboard.press("ArrowDown");
      expect(await timeline.locator(".timeline-detail").textContent()).toContain("anomaly: line 4");
      expect(await timeline.locator(".item.illegal").count()).toBeGreaterThan(1);
    });

    test("copies a block, or selects it where the clipboard is out of reach", async () => {
      const permissions = ["clipboard-read", "clipboard-write"];
      for (const isAllowed of [true, false]) {
        const page = await browser.open(`failing#${stale}`);
        await page.context().grantPermissions(isAllowed ? permissions : []);
        const requirement = page.locator(`[id="${stale}"]`);
        await requirement.getByText("with a script").first().click();
        const block = requirement.locator(".block:visible", { has: page.locator("[data-copy]") });
        const text = (await block.first().locator("pre").textContent()) ?? "";
        const button = block.first().locator("[data-copy]");
        await button.click();
        const seen = isAllowed ? "navigator.clipboard.readText()" : "String(getSelection())";
        await expect.poll(() => page.evaluate(seen)).toContain(text.slice(0, 40));
        if (isAllowed) expect(await button.textContent()).toBe("Copied");
      }
    });

    test("saves the script that reproduces a failure", async () => {
      const page = await browser.open(`failing#${stale}`);
      const requirement = page.locator(`[id="${stale}"]`);
      await requirement.getByText("with a script").first().click();
      const saved = page.waitForEvent("download");
      await requirement.getByRole("button", { name: /^Save/u }).first().click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe(`reproduce-${stale}.mjs`);
      expect(readFileSync(await download.path(), "utf8")).toContain("new Replay(");
    });

    test("executes nothing that a target sent, and shows it", async () => {
      const page = await browser.open(`hostile#${stale}`);
      await page.evaluate("for (const d of document.querySelectorAll('details')) d.open = true");
      expect(await page.evaluate("globalThis.wasExecuted")).toBeUndefined();
      expect(await page.locator("script, img, iframe").count()).toBe(1);
      expect(await page.locator("dd.actual").first().textContent()).toContain("<script>globalThis");
      expect(await page.locator("details.requirement").count()).toBe(askedIds.length);
    });

    test.each(["light", "dark"] as const)("is accessible in %s colours", async (colorScheme) => {
      const page = await browser.open("failing", { colorScheme });
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
      const page = await browser.open(`hostile#${stale}`, {
        viewport: { width: 360, height: 740 },
      });
      await page.evaluate(
        "for (const d of document.querySelectorAll('.requirement.bad, .requirement.bad details')) d.open = true",
      );
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
    });

    test("is printed with what does not hold unfolded", async () => {
      const page = await browser.open("failing");
      const requirement = page.locator(`[id="${stale}"]`);
      await page.emulateMedia({ media: "print" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await requirement.getAttribute("open")).not.toBeNull();
      const skipped = page.locator("[data-verdict=not-applicable], [data-verdict=excluded]");
      expect(await skipped.count()).toBeGreaterThan(0);
      expect(await skipped.and(page.locator("[open]")).count()).toBe(0);
      expect(await page.locator(".filters").isVisible()).toBe(false);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await requirement.getAttribute("open")).toBeNull();
    });
  });
}
