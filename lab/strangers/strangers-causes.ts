import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { faults } from "#reference";
import { printDialect } from "#targets/dialect-file";
import { environment } from "../../bin/testing/own-endpoints.ts";
import { call, testWorld } from "../../bin/testing/test-world.ts";
import { npmScript, parseArguments, wholeNumber } from "../npm-script.ts";
import { dialectOf } from "./stranger-dialect.ts";
import { faultsFor } from "./stranger-faults.ts";
import type { StrangerFault } from "./stranger-faults.ts";
import { startStranger } from "./stranger-server.ts";
import { strangerOf } from "./stranger.ts";

interface ReportedCauses {
  readonly seed: number;
  readonly fault: StrangerFault;
  readonly cards: readonly { readonly lead: string; readonly names: readonly string[] }[];
}

interface Options {
  readonly seed: number;
  readonly count: number;
  readonly each: number;
  readonly fault?: string;
  readonly keep?: string;
}

const script = npmScript(
  "test:strangers:causes",
  "Plant faults in APIs with random names and shapes, and count the reports whose first card names the planted fault.",
)
  .option("--seed <n>", "the seed of the first API", wholeNumber, 1)
  .option("--count <n>", "the number of APIs, one per seed", wholeNumber, 10)
  .option("--each <n>", "plant n faults in each API, one after another", wholeNumber, 2)
  .option("--fault <name>", "plant this fault in each API that can have it")
  .option(
    "--keep <folder>",
    "store the reports under numbers, because their names would reveal the fault",
  );

async function main({ seed: first, count, each, fault: only, keep }: Options): Promise<void> {
  const all: ReportedCauses[] = [];
  // Skips APIs whose errors have no codes, because they always violate the rules for codes.
  const seeds = Array.from({ length: 10 * count }, (_, i) => first + i)
    .filter((seed) => strangerOf(seed).forms.errors !== "messages")
    .slice(0, count);
  for (const seed of seeds) {
    const possible = faultsFor(strangerOf(seed)).filter(
      (fault) => only === undefined || fault === only,
    );
    for (let turn = 0; turn < each; turn += 1) {
      const fault = possible[(seed * 7 + turn * 5) % possible.length];
      if (fault === undefined) continue;
      const report = await ask(seed, fault, keep && join(keep, String(all.length + 1)));
      all.push(report);
      if (keep === undefined) print(lineOf(report));
    }
  }
  if (keep !== undefined) {
    writeFileSync(join(keep, "answers.txt"), `${all.map(lineOf).join("\n")}\n`);
  }
  const shown = all.filter(({ cards }) => cards.length > 0);
  const named = shown.filter(({ fault, cards: [card] }) => card?.names.includes(fault) === true);
  const right = shown.filter((one) => isAboutRight(one));
  const printed = shown.flatMap(({ fault, cards }) =>
    cards.flatMap(({ names }) => (names.length === 0 ? [] : [names.includes(fault)])),
  );
  print(`first card names the fault, strangers   ${named.length} of ${shown.length}`);
  print(`  names a rule that the fault breaks            ${right.length} of ${shown.length}`);
  print(
    `wrong possible cause printed                ${printed.filter((is) => !is).length} of ${printed.length}`,
  );
}

function isAboutRight({ fault, cards: [card] }: ReportedCauses): boolean {
  const known = faults.find(({ name }) => name === fault);
  return known?.breaks.some((id) => id === card?.lead) === true;
}

async function ask(
  seed: number,
  fault: StrangerFault,
  keep: string | undefined,
): Promise<ReportedCauses> {
  const folder = keep ?? mkdtempSync(join(tmpdir(), "conformance-causes-"));
  try {
    const stranger = strangerOf(seed);
    await using server = await startStranger(stranger, fault);
    const dialect = join(mkdtempSync(join(tmpdir(), "conformance-dialect-")), "dialect.yaml");
    writeFileSync(dialect, printDialect(dialectOf(stranger)));
    const address = ["run", "--endpoint", server.url, "--dialect", dialect];
    const options = ["--output", folder, "--seed", "1", "--no-color", "--yes"];
    const { out, err } = await call([...address, ...options], testWorld(environment));
    writeFileSync(join(folder, "terminal.txt"), `${out}\n${err}`);
    return { seed, fault, cards: cardsIn(folder) };
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true });
  }
}

function cardsIn(folder: string): ReportedCauses["cards"] {
  const name = readdirSync(folder).find((file) => file === "report.json");
  const report: unknown =
    name === undefined ? {} : JSON.parse(readFileSync(join(folder, name), "utf8"));
  const list: JsonValue | undefined = isJsonObject(report) ? report["requirements"] : undefined;
  return (Array.isArray(list) ? list : [])
    .flatMap((entry: JsonValue) => {
      const { requirement, rank, cause, resembles } = isJsonObject(entry) ? entry : {};
      if (typeof rank !== "number" || cause !== undefined) return [];
      const hint = typeof resembles === "string" ? resembles : "";
      const names = [...hint.matchAll(/\(fault (\S+)\)/gu)];
      const lead = typeof requirement === "string" ? requirement : "";
      return [{ lead, rank, names: names.flatMap(([, one]) => one ?? []) }];
    })
    .toSorted((left, right) => left.rank - right.rank);
}

function lineOf({ seed, fault, cards }: ReportedCauses): string {
  const described = cards.map(({ lead, names }) => `${lead} (${names.join(" or ") || "unnamed"})`);
  return `seed ${seed}, ${fault}: ${described.join(", ") || "nothing is broken"}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main(parseArguments(script).opts<Options>());
