import { existsSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { suiteCommand } from "#contract";
import { formats, renderFormat } from "#reports";
import { reasonOf } from "#targets";
import { HarnessError } from "../process/program-errors.ts";
import { loadReport } from "../output/load-record.ts";
import { recordPathOf } from "../output/record-files.ts";
import type { World } from "../process/world.ts";
import { spawn } from "node:child_process";
import { platform } from "node:os";

/**
 * Prints the URL of a run's HTML report, and opens it in a browser if there is a terminal. Renders the report first if
 * necessary.
 */
export async function showReport(record: string, world: World): Promise<void> {
  const path = recordPathOf(record);
  const page = resolve(join(dirname(path), formats.html.file));
  if (!existsSync(page)) {
    const text = renderFormat("html", await loadReport(path), {});
    write(page, world.secrets?.redact(text) ?? text);
  }
  world.out.write(`${pathToFileURL(page).href}\n`);
  const isWatched = world.err.isTerminal && world.environment["CI"] !== "true";
  if (isWatched) openPage(page, world.environment);
}

function write(page: string, text: string): void {
  try {
    writeFileSync(page, text);
  } catch (error) {
    throw new HarnessError(`cannot write the page ${page}: ${reasonOf(error)}`, {
      fix: `Free disk space, or render the page elsewhere with ${suiteCommand} report --format html=FILE.`,
      cause: error,
    });
  }
}

/** Does nothing if there is no browser. */
function openPage(path: string, environment: Readonly<Record<string, string | undefined>>): void {
  const [program = "", ...args] = openerOf(environment);
  const opened = spawn(program, [...args, path], { detached: true, stdio: "ignore" });
  opened.on("error", () => {});
  opened.unref();
}

function openerOf({
  BROWSER: browser,
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (browser !== undefined && browser !== "") return [browser];
  if (platform() === "darwin") return ["open"];
  return platform() === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
}
