import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { npmScript, parseArguments } from "../npm-script.ts";
import { runMain } from "../run-main.ts";

parseArguments(
  npmScript(
    "docs:picture",
    "Take the README's screenshot of the HTML report in docs/examples/failing, with the Chromium at the path in " +
      "CHROMIUM, or where Debian installs it.",
  ),
);

await runMain(async () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const path = `${root}docs/images/report.png`;
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 820, height: 760 } });
    await page.goto(pathToFileURL(`${root}docs/examples/failing/report.html`).href);
    mkdirSync(dirname(path), { recursive: true });
    await page.screenshot({ path });
  } finally {
    await browser.close();
  }
  return 0;
});
