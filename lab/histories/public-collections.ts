import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { logFormats } from "#wings/logs";
import { judgeText } from "../../suites/wings/logs/testing/judged-log.ts";

export interface CollectionResult {
  readonly histories: number;
  readonly anomalies: number;
  readonly found: number;
  readonly falseAlarms: number;
  readonly names: ReadonlyMap<string, number>;
}

/**
 * Checks histories of etcd that Jepsen recorded. The module of porcupine contains them with their known results. Go
 * downloads the module, pinned by `go.sum`. Returns the reason if the download fails.
 */
export function judgeCollections(): CollectionResult | string {
  const cwd = resolve("lab/bench/porcupine");
  const words = ["mod", "download", "-json", "github.com/anishathalye/porcupine"];
  const { error, stdout, stderr, status } = spawnSync("go", words, { cwd, encoding: "utf8" });
  if (error !== undefined) return "Go is not installed";
  if (status !== 0) return `the module cannot be fetched: ${stderr.trim()}`;
  const { Dir: folder }: { readonly Dir: string } = JSON.parse(stdout);
  const tests = readFileSync(join(folder, "porcupine_test.go"), "utf8");
  const known = [...tests.matchAll(/checkJepsen\(t, (?<number>\d+), (?<isLegal>true|false)\)/gu)];
  const names = new Map<string, number>();
  let [anomalies, found, falseAlarms] = [0, 0, 0];
  for (const { groups: { number = "", isLegal } = {} } of known) {
    const file = join(folder, "test_data/jepsen", `etcd_${number.padStart(3, "0")}.log`);
    const name = firstIn(file);
    if (isLegal === "false") anomalies += 1;
    if (name === undefined) continue;
    names.set(name, (names.get(name) ?? 0) + 1);
    if (isLegal === "false") found += 1;
    else falseAlarms += 1;
  }
  return { histories: known.length, anomalies, found, falseAlarms, names };
}

function firstIn(file: string): string | undefined {
  const { verdict, facts } = judgeText(logFormats.jepsen, readFileSync(file, "utf8"));
  if (facts.requests === 0) throw new Error(`${file} has no operation`);
  return verdict.anomalies[0]?.type;
}
