import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";

const places = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The path of a browser on this machine, if there is one. */
export const chromiumPath = places.find((path) => path !== undefined && existsSync(path));

if (chromiumPath === undefined) {
  process.stderr.write(
    "The HTML report is not tried in a browser: there is no Chromium. Install it, or name it in CHROMIUM.\n",
  );
}

export interface ReportBrowser extends AsyncDisposable {
  add(name: string, html: string): void;
  /**
   * Opens a report at an address such as `failing#id`. The test fails if the browser logs a message or loads another
   * resource.
   */
  open(address: string, options?: BrowserContextOptions): Promise<Page>;
}

export async function launchBrowser(): Promise<ReportBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "html-report-"));
  const browser = await chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ["--no-sandbox"],
  });
  return {
    add: (name, html) => writeFileSync(join(folder, `${name}.html`), html),
    open: async (address, options = {}) => {
      const context = await browser.newContext({
        viewport: { width: 1200, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      onTestFinished(async () => {
        await context.close();
        expect(complaints).toEqual([]);
      });
      const [name = "", hash] = address.split("#");
      const { href } = pathToFileURL(join(folder, `${name}.html`));
      await page.goto(hash === undefined ? href : `${href}#${hash}`);
      return page;
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Collects console messages, script errors, and requests for resources other than the file. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!/^(?:file|data|blob):/u.test(request.url())) complaints.push(request.url());
  });
  return complaints;
}
