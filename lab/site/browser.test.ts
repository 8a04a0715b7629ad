import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildSite, readPages } from "./build-site.ts";
import { addressOf } from "./site-page.ts";
import { serveFolder } from "./serve-folder.ts";
import type { ServedFolder } from "./serve-folder.ts";

const places = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser"];
const executablePath = places.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) {
  process.stderr.write(
    "The site is not tried in a browser: there is no Chromium. Install it, or name it in CHROMIUM.\n",
  );
}

const root = fileURLToPath(new URL("../..", import.meta.url));

const kinds = [
  "",
  "requirements/",
  "requirements/write.json-patch-creates-no-parents/",
  "examples/failing/",
  "api/status-writer/",
  "targets/",
  "performance/",
];

async function violationsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    "axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))",
  );
  return Array.isArray(found) ? found.map(String) : ["axe did not run"];
}

const phone = { width: 360, height: 740 };

describe.skipIf(executablePath === undefined)("in Chromium, the site", () => {
  const folder = mkdtempSync(join(tmpdir(), "site-browser-"));
  let served: ServedFolder;
  let browser: Browser;

  beforeAll(async () => {
    const site = join(folder, "site");
    await buildSite(root, site);
    served = await serveFolder(site);
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ["--no-sandbox"],
    });
  });

  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page. Console errors and requests to other servers make the test fail. */
  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    // The only limit is that of the test.
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(served.url) && !url.startsWith("data:")) complaints.push(url);
    });
    onTestFinished(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });
    await page.goto(`${served.url}${address}`);
    return page;
  }

  describe.each(["light", "dark"] as const)("in %s colors", (colorScheme) => {
    test.each(kinds)("passes accessibility checks: /%s", async (address) => {
      const page = await open(address, { colorScheme });
      expect(await violationsOn(page)).toEqual([]);
    });

    test("has an accessible search", async () => {
      const page = await open("requirements/concurrency.one-winner/", { colorScheme });
      await page.keyboard.press("/");
      await page.keyboard.type("stale version");
      await page.locator("#found a").first().waitFor();

      expect(await violationsOn(page)).toEqual([]);
    });
  });

  test("finds a requirement by its words and opens its page", async () => {
    const page = await open("ci/");
    await page.getByLabel("Search").fill("stale-status-write-conflicts");
    await page
      .locator("#found")
      .getByRole("link", { name: "concurrency.stale-status-write-conflicts" })
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/requirements/concurrency.stale-status-write-conflicts/");

    expect(await page.locator("h1").textContent()).toBe("concurrency.stale-status-write-conflicts");
  });

  test("reports that nothing was found, and restores the page", async () => {
    const page = await open("");
    await page.getByLabel("Search").fill("жжжжж");
    await expect.poll(() => page.locator("#found").textContent()).toBe("No page found");
    expect(await page.getByRole("status").textContent()).toBe("No page found");

    await page.keyboard.press("Escape");
    expect(await page.locator("#found").isVisible()).toBe(false);
  });

  test("fits the width of a phone", async () => {
    const page = await open("", { viewport: phone });
    const addresses = [...readPages(root).map(({ source }) => addressOf(source)), ...kinds];
    const wide: string[] = [];
    for (const address of addresses) {
      await page.goto(`${served.url}${address}`);
      const isWide = "document.documentElement.scrollWidth > innerWidth";
      if ((await page.evaluate(isWide)) === true) wide.push(address);
    }
    expect(wide).toEqual([]);
  });

  test("has its navigation behind a button on narrow screens and next to the text on wide ones", async () => {
    const page = await open("ci/", { viewport: phone });
    const link = page.getByRole("navigation").getByRole("link", { name: "Any endpoint" });
    await expect.poll(() => link.isVisible()).toBe(false);
    await page.getByText("All pages").click();
    expect(await link.isVisible()).toBe(true);

    await page.setViewportSize({ width: 1200, height: 900 });
    await expect.poll(() => link.isVisible()).toBe(true);
    expect(await page.getByText("All pages").isVisible()).toBe(false);
  });

  test("works without scripts", async () => {
    const page = await open("ci/", { javaScriptEnabled: false });

    expect(
      await page.getByRole("navigation").getByRole("link", { name: "Any endpoint" }).isVisible(),
    ).toBe(true);
    expect(await page.getByLabel("Search").isVisible()).toBe(false);
  });
});
