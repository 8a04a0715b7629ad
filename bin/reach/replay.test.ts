import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faults, startReference } from "#reference";
import { pickFaults } from "../self-test/picked-variants.ts";
import { startSlowProxy } from "../testing/slow-proxy.ts";
import { call } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";

const folder = folderForEachTest();

interface ReportedRequirement {
  readonly requirement: string;
  readonly verdict: string;
  readonly repeat?: string;
  readonly findings: readonly { readonly evidence: readonly number[]; readonly actual?: string }[];
}

function readReport(): readonly ReportedRequirement[] {
  const text = readFileSync(join(folder.path, "report.json"), "utf8");
  const { requirements }: { requirements: readonly ReportedRequirement[] } = JSON.parse(text);
  return requirements;
}

const run = (args: readonly string[]): Promise<Called> =>
  call([...args, "--output", folder.path, "--no-color"]);

function argsOf(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

function stepsIn(text = ""): readonly string[] {
  return text.match(/\d+\. #/gu) ?? [];
}

const requirement = "isolation.spec-write-never-changes-status";

it.each([
  { network: "a quick network", replyDelayMs: 0, delaysMs: [0] },
  { network: "a server that takes its time", replyDelayMs: 50, delaysMs: [0] },
  {
    network: "a network of which each connection is differently slow",
    replyDelayMs: 0,
    delaysMs: [5, 40, 15, 25],
  },
])(
  "the command that a report names leads to the same sequence, through $network",
  async ({ replyDelayMs, delaysMs }) => {
    const planted = pickFaults(["patched-report-loses-conditions"], faults);
    await using server = await startReference({ faults: planted, replyDelayMs });
    await using proxy = await startSlowProxy(new URL(server.url), delaysMs);
    const only = ["--endpoint", proxy.url.href, "--only", "properties/command-sequences#Service"];
    const first = await run([...only, "--seed", "2"]);
    expect(first.code, first.err).toBe(1);
    const found = readReport().find((of) => of.requirement === requirement);
    expect(found?.verdict).toBe("fail");
    const repeat = found?.repeat ?? "";
    expect(repeat).toMatch(/ --replay 'properties\/command-sequences#Service:\d+(?::\d+)*'$/u);
    const before = stepsIn(found?.findings[0]?.actual);
    // A create request, a plain status write, a status patch and a spec write. No shorter sequence reveals the fault.
    expect(before).toHaveLength(4);

    const again = await run(argsOf(repeat).slice(2));
    expect(again.code, again.err).toBe(1);
    const replayed = readReport().find((of) => of.requirement === requirement);
    expect(replayed?.verdict).toBe("fail");
    expect(stepsIn(replayed?.findings[0]?.actual)).toEqual(before);
  },
);

/** Rare faults that nevertheless occur so often during their workload that detection does not depend on luck. */
const rare = [
  {
    fault: "stale-write-accepted-one-in-100",
    workload: "hot-objects",
    broken: "concurrency.one-winner",
  },
  {
    fault: "uid-used-again-one-in-20",
    workload: "objects-come-and-go",
    broken: "deletion.successor-starts-afresh",
  },
  {
    fault: "event-lost-one-in-200",
    workload: "watchers-leave-and-return",
    broken: "watch.no-gap",
  },
];

it.each(rare)(
  "the command that a report names runs $workload again, which finds $fault again",
  async ({ fault, workload, broken }) => {
    const planted = pickFaults([fault], faults);
    await using server = await startReference({ faults: planted });
    const only = ["--endpoint", server.url, "--only", `histories/${workload}`];
    const first = await run([...only, "--seed", "1"]);
    expect(first.code, first.err).toBe(1);
    const found = readReport().find((of) => of.requirement === broken);
    expect(found?.verdict).toBe("fail");
    expect(found?.findings[0]?.actual).toMatch(/ on (?:watch )?\S+: /u);
    expect(found?.repeat).toContain(` --only 'histories/${workload}`);
    expect(found?.repeat).toMatch(/ --seed 1$/u);

    const again = await run(argsOf(found?.repeat ?? "").slice(2));
    expect(again.code, again.err).toBe(1);
    const repeated = readReport().find((of) => of.requirement === broken);
    expect(repeated?.verdict).toBe("fail");
  },
);

it("a path that leads nowhere is an error of the run, and no verdict", async () => {
  await using server = await startReference();
  const called = await run([
    "--endpoint",
    server.url,
    "--seed",
    "1",
    "--replay",
    "properties/command-sequences#Service:0:999999",
  ]);
  expect(called.code).toBe(3);
  expect(called.out).toContain("does not exist");
});
