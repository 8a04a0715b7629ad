import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import type { JsonValue } from "#contract";
import { faults } from "#reference";
import type { Fault } from "#reference";
import { DialectFileError, loadDialect, printDialect } from "#targets/dialect-file";
import { compareDialects } from "../../bin/testing/compare-dialects.ts";
import { environment, identities, init } from "../../bin/testing/own-endpoints.ts";
import { call, testWorld } from "../../bin/testing/test-world.ts";
import { dialectOf } from "./stranger-dialect.ts";
import type { StrangerFault } from "./stranger-faults.ts";
import { startStranger } from "./stranger-server.ts";
import { strangerOf } from "./stranger.ts";
import type { Stranger } from "./stranger.ts";

export interface Acquaintance {
  readonly stranger: Stranger;
  readonly right: number;
  /** Number of shared entries plus number of entries that must be changed. */
  readonly statements: number;
  readonly edits: readonly string[];
  /** Wrong entries without a comment that marks them as a guess. */
  readonly unmarked: readonly string[];
  readonly written?: string;
  readonly initCode: number;
  readonly output: string;
  readonly run?: RunAfter;
  readonly fault?: StrangerFault;
}

export interface RunAfter {
  readonly code: number;
  readonly stderr: string;
  readonly isFaultFound: boolean;
  /** Requirements that the run reports as violated although the API fulfills them. */
  readonly falseFailures: readonly string[];
  readonly falseWarnings: readonly string[];
  /** Applicable MUST requirements that are inconclusive, with the reasons. */
  readonly undecided: readonly string[];
  /** Number of applicable MUST requirements. */
  readonly applicable: number;
}

/** The dialect to use for the run after `init`: none, the true dialect, or the one that `init` wrote. */
export type RunBy = "nothing" | "truth" | "written";

export interface Meeting {
  readonly seed: number;
  readonly runBy: RunBy;
  /** The folder for the dialect and the report. If absent, both are deleted. */
  readonly keep?: string | undefined;
  readonly fault?: StrangerFault | undefined;
}

export async function meet({ seed, runBy, keep, fault }: Meeting): Promise<Acquaintance> {
  const stranger = strangerOf(seed);
  const folder = keep ?? mkdtempSync(join(tmpdir(), "conformance-stranger-"));
  try {
    await using server = await startStranger(stranger, fault);
    const path = join(folder, "dialect.yaml");
    const truth = dialectOf(stranger);
    const { code, out, err } = await init(server, path, initArgs(stranger, folder));
    const written = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const compared = compareDialects(
      written === undefined ? "dialect: 1\n" : withFeatures(written),
      printDialect(truth),
    );
    if (runBy === "truth") writeFileSync(path, printDialect(truth));
    const run =
      runBy === "nothing" || !existsSync(path)
        ? {}
        : await runBySaid(server.url, folder, {
            known: [...trueFailuresOf(stranger), ...consequencesOf(fault)],
            broken: faultNamed(fault)?.breaks ?? [],
          });
    return {
      stranger,
      right: compared.same,
      statements: compared.same + compared.edits.length,
      edits: compared.edits,
      unmarked: compared.unmarked,
      ...(written === undefined ? {} : { written }),
      initCode: code,
      output: `${out}${err}`,
      ...(fault === undefined ? {} : { fault }),
      ...run,
    };
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true });
  }
}

/** A file without a list of features declares those that its entries describe. */
function withFeatures(written: string): string {
  if (/^features:/mu.test(written)) return written;
  try {
    const { features } = loadDialect("dialect.yaml", () => written).dialect;
    return `${written}\nfeatures: ${JSON.stringify(features)}\n`;
  } catch (error) {
    // A file with entries to fill in declares none.
    if (error instanceof DialectFileError) return written;
    throw error;
  }
}

function initArgs(stranger: Stranger, folder: string): readonly string[] {
  // Includes `expired=none`: the schema does not show that the credentials never expire.
  const { scope, owners, admitted } = stranger.habits;
  const isKnown = scope === "places" && owners === "told" && admitted === "told";
  const places = isKnown ? ["--namespace", ...stranger.places] : [];
  const words = [...identities("key"), "expired=none", ...places];
  if (stranger.forms.body !== "boxed") return words;
  const path = join(folder, "samples.json");
  const samples = dialectOf(stranger).kinds.map((kind) => [kind.name, kind.samples] as const);
  writeFileSync(path, JSON.stringify(Object.fromEntries(samples)));
  return [...words, "--samples", path];
}

/**
 * Returns the rules that an API violates by design. If its errors have no codes, it cannot return a code or the current
 * version.
 */
function trueFailuresOf({ forms }: Stranger): readonly string[] {
  const ofWords = ["errors.machine-code", "concurrency.conflict-tells-current-version"];
  return forms.errors === "messages" ? ofWords : [];
}

function faultNamed(fault: StrangerFault | undefined): Fault | undefined {
  return faults.find(({ name }) => name === fault);
}

function consequencesOf(fault: StrangerFault | undefined): readonly string[] {
  const { breaks = [], mayBreak = [] } = faultNamed(fault) ?? {};
  return [...breaks, ...mayBreak];
}

async function runBySaid(
  url: string,
  folder: string,
  { known, broken }: { readonly known: readonly string[]; readonly broken: readonly string[] },
): Promise<{ readonly run: RunAfter }> {
  const output = join(folder, "results");
  const dialect = join(folder, "dialect.yaml");
  const words = ["run", "--endpoint", url, "--dialect", dialect, "--output", output, "--seed", "1"];
  const called = await call(
    [...words, "--format", "json", "--no-color", "--yes"],
    testWorld(environment),
  );
  const found = verdictsIn(output);
  const named = (verdict: string, level: string): readonly string[] =>
    found
      .filter((one) => one.verdict === verdict && one.level === level)
      .map(({ requirement }) => requirement)
      .filter((requirement) => !known.includes(requirement));
  const musts = found.filter(({ level, verdict }) => level === "MUST" && isApplicable(verdict));
  return {
    run: {
      code: called.code,
      stderr: called.err.trim(),
      isFaultFound: found.some(
        ({ requirement, verdict }) =>
          broken.includes(requirement) && ["fail", "flaky", "warn"].includes(verdict),
      ),
      falseFailures: named("fail", "MUST"),
      falseWarnings: named("warn", "SHOULD"),
      undecided: musts
        .filter(({ verdict }) => !isDecided(verdict))
        .map(({ requirement, verdict, reason }) => `${requirement} ${verdict}: ${reason}`),
      applicable: musts.length,
    },
  };
}

function isApplicable(verdict: string): boolean {
  return verdict !== "not-applicable" && verdict !== "excluded";
}

function isDecided(verdict: string): boolean {
  return verdict === "pass" || verdict === "fail";
}

interface Verdict {
  readonly requirement: string;
  readonly verdict: string;
  readonly level: string;
  readonly reason: string;
}

function verdictsIn(folder: string): readonly Verdict[] {
  if (!existsSync(folder)) return [];
  const name = readdirSync(folder).find((file) => file.endsWith("report.json"));
  const report: unknown =
    name === undefined ? {} : JSON.parse(readFileSync(join(folder, name), "utf8"));
  const list: JsonValue | undefined = isJsonObject(report) ? report["requirements"] : undefined;
  const entries: readonly JsonValue[] = Array.isArray(list) ? list : [];
  return entries.flatMap((entry) => {
    const { requirement, verdict, level, reason } = isJsonObject(entry) ? entry : {};
    return typeof requirement === "string" &&
      typeof verdict === "string" &&
      typeof level === "string"
      ? [{ requirement, verdict, level, reason: typeof reason === "string" ? reason : "" }]
      : [];
  });
}
