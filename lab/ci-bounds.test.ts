import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "./house/imports.ts";

/** The usual minutes of the stages of `.ci/run` before the long stages of tests, and of the last stage. */
const usual = { install: 3, quick: 2, documents: 1, package: 1, selfTest: 4 };

const limitMinutes = 54;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ci-bounds-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** How `.ci/run` calls the long stages of tests: script, usual minutes, and minutes of the stages that follow. */
const calls = [
  ...readFileSync(join(root, ".ci/run"), "utf8").matchAll(
    /^(?:measure_pace .*|tests_in_time (\S+) (\d+) (\d+))$/gmu,
  ),
];

/**
 * Simulates `.ci/run` with its real bounds on a clock that only simulated work advances. `early` and `late` are the
 * durations of work in percent of the usual ones, before and during the long stages.
 */
function simulate(
  early: number,
  late: number,
): { readonly minutes: number; readonly text: string } {
  const stages = calls.flatMap(([call, script]) => (script === undefined ? [] : [call]));
  const script = `
    set -euo pipefail
    SECONDS=0
    source "$ROOT/.ci/bounds"
    mkdir dist
    git() { echo 7; }
    date() { echo "$SECONDS"; }
    work() { SECONDS=$((SECONDS + $1 * speed / 100)); }
    tests() {
      local part=\${2:-}
      local needed=$((stage_minutes * 60 * speed / 100))
      if [ -n "$part" ]; then needed=$((needed / \${part#*/})); fi
      local left=$((TESTS_UNTIL - SECONDS))
      if ((left < needed)); then
        echo "stopped"
        echo "$((100 * left / needed)) 100" >dist/finished-files.txt
        needed=$left
      fi
      SECONDS=$((SECONDS + needed))
    }
    speed=${early}
    work ${usual.install * 60}
    started=$SECONDS
    work ${usual.quick * 60}
    measure_pace $((SECONDS - started)) ${usual.quick * 60}
    speed=${late}
    ${stages
      .map((call, i) => {
        const after = i === 0 ? usual.documents : usual.package + usual.selfTest;
        return `stage_minutes=${call.split(" ")[2]}\n${call}\nwork ${after * 60}`;
      })
      .join("\n")}
    echo "minutes $((SECONDS / 60))"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", script], {
    cwd: mkdtempSync(join(folder, "run-")),
    env: { ...process.env, ROOT: root },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return { minutes: Number(/minutes (\d+)/u.exec(stdout)?.[1]), text: stdout };
}

it("knows the long stages", () => {
  expect(calls.map(([, script]) => script).filter(Boolean)).toEqual([
    "test:stages:unpackaged",
    "test:package",
  ]);
});

it("runs all tests on a machine with the usual pace", () => {
  const { text } = simulate(100, 100);

  expect(text).not.toMatch(/stopped|only the part/u);
});

it.each([
  { early: 100, late: 100 },
  { early: 90, late: 125 },
  { early: 145, late: 145 },
  { early: 100, late: 150 },
  { early: 100, late: 200 },
  { early: 200, late: 200 },
  { early: 250, late: 100 },
  { early: 250, late: 300 },
  { early: 400, late: 400 },
])("ends in time if work takes $early % and then $late % of the usual time", ({ early, late }) => {
  expect(simulate(early, late).minutes).toBeLessThanOrEqual(limitMinutes);
});

it("repeats failed files even if the time of their stage is over", () => {
  const [tests = ""] =
    /^tests\(\) \{$[^]*?^\}$/mu.exec(readFileSync(join(root, ".ci/run"), "utf8")) ?? [];
  const script = `
    stage() { :; }
    npm() { mkdir -p dist; echo a.test.ts >dist/failed-files.txt; return 1; }
    ${tests}
    mkdir programs
    printf '#!/bin/sh\\necho "until \${TESTS_UNTIL:-no deadline}: $*"\\n' >programs/npx
    chmod +x programs/npx
    PATH="$PWD/programs:$PATH"
    export TESTS_UNTIL=1
    tests test:package
  `;
  const { stdout } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });

  expect(stdout).toContain("until no deadline: vitest run --no-file-parallelism a.test.ts");
});
