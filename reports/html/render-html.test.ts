import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { buildReport } from "../report/report-builder.ts";
import type { Report } from "../report/report.ts";
import { failingRecord } from "../testing/failing-record.ts";
import {
  askedIds,
  caseLine,
  exchangeLine,
  recordOf,
  verdictLine,
  violated,
} from "../testing/record-lines.ts";
import { renderHtml } from "./render-html.ts";
import { emptySupplement } from "../report/supplement.ts";
import { hostileRecord, hostileTexts } from "../testing/hostile-html-record.ts";
import { largeReport } from "../testing/large-report.ts";

const failing = buildReport(failingRecord());
const page = renderHtml(failing);

test("states every requirement of the profile once", () => {
  const ids = [...page.matchAll(/<details class="requirement [a-z]+" id="([^"]+)"/gu)].map(
    ([, id]) => id,
  );
  expect(new Set(ids)).toEqual(new Set(askedIds));
  expect(ids).toHaveLength(askedIds.length);
});

test("is the same for the same record, byte for byte", () => {
  expect(renderHtml(buildReport(failingRecord()))).toBe(page);
});

test.each(["style", "script"])("admits its one %s by its hash, and no other", (element) => {
  const texts = [...page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, "gu"))];
  expect(texts).toHaveLength(1);
  const hash = createHash("sha256")
    .update(texts[0]?.[1] ?? "")
    .digest("base64");
  expect(page.slice(0, 800)).toContain(`${element}-src 'sha256-${hash}'`);
  expect(page).not.toMatch(/unsafe-|\sstyle="|\son[a-z]+="/u);
});

test("shows no fragment of a tag as text", () => {
  const markup = page.replaceAll(/<(style|script)>[^]*?<\/\1>/gu, "");
  expect(markup).toContain("The decisive exchange");
  expect(markup).not.toMatch(/>\s*(?:[<>]|&[lg]t;)\s*</u);
});

test("counts only tested requirements in an area", () => {
  const other = {
    verdict: "not-applicable",
    reason: "the kind has no watch",
    findings: [],
  } as const;
  const excluded = askedIds.filter((id) => id === "watch.unique" || id.startsWith("readiness."));
  const text = renderHtml(
    buildReport(
      recordOf(
        [],
        excluded.map((id) => verdictLine(id, other)),
      ),
    ),
  );
  const shown = (area: string): string | undefined =>
    text.match(new RegExp(`id="area-${area}">[^]*?<span class="muted">([^<]*)<`, "u"))?.[1];
  const watches = askedIds.filter((id) => id.startsWith("watch.")).length - 1;

  expect(shown("watch")).toBe(`${watches} of ${watches} hold`);
  expect(shown("readiness")).toBe("not-applicable");
});

test("starts with the reasons if nothing is broken but requirements are undecided", () => {
  const reasons = [
    "the watch ended at once",
    "the run was <interrupted>",
    "the run was <interrupted>",
  ];
  const lines = askedIds.map((id, index) => {
    const reason = reasons[index];
    return verdictLine(
      id,
      reason === undefined ? { instances: 3 } : { verdict: "inconclusive", reason },
    );
  });
  const text = renderHtml(buildReport(recordOf([], lines)));
  const panel = text.match(
    /<section class="panel" aria-labelledby="broken">[^]*?<\/section>/u,
  )?.[0];

  expect(panel).toContain("No requirement is broken, but 3 requirements could not be decided:");
  expect([...(panel ?? "").matchAll(/<bdi>([^<]*)<\/bdi>/gu)].map(([, reason]) => reason)).toEqual([
    "the run was &lt;interrupted>",
    "the watch ended at once",
  ]);
  expect(panel).toContain(`href="#${askedIds[2]}"`);
});

test("shows a failure of the suite or the connection as a caution, not as a failure of the endpoint", () => {
  const lines = askedIds.map((id) => verdictLine(id, { verdict: "errored", reason: "lost" }));
  const text = renderHtml(buildReport(recordOf([], lines)));

  expect(text).toContain("requirement caution");
  expect(text).toContain("dot caution");
  expect(text).not.toMatch(/class="[^"]*\bbad\b/u);
});

test.each([
  { checks: ["watch/ordered"], verdict: "excluded", note: "No case ran." },
  { checks: ["watch/ordered"], verdict: "not-applicable", note: "No case ran." },
  { checks: [], verdict: "inconclusive", note: "No check covers this requirement." },
] as const)("of $checks that did not run, states that $note", ({ checks, verdict, note }) => {
  const line = verdictLine("watch.ordered", { verdict, checks, reason: "why" });
  const text = renderHtml(buildReport(recordOf([], [line])));
  const shown = /id="watch.ordered"[^]*?<p class="note">([^<]*)</u.exec(text)?.[1];

  expect(shown).toBe(note);
});

test("starts with the reason why requirements are errored, once", () => {
  const reason = "the connection was lost";
  const lines = askedIds.map((id) => verdictLine(id, { verdict: "errored", reason }));
  const text = renderHtml(buildReport(recordOf([], lines)));
  const panel = text.match(
    /<section class="panel" aria-labelledby="broken">[^]*?<\/section>/u,
  )?.[0];

  expect(panel?.split(reason)).toHaveLength(2);
  expect(panel).toContain(`${askedIds.length} requirements`);
});

test("loads nothing from anywhere", () => {
  expect([...page.matchAll(/\s(?:src|href)="([^"#][^"]*)"/gu)].map(([, url]) => url)).toEqual([
    "data:,",
  ]);
});

test("also shows the evidence of requirements that hold", () => {
  const held = {
    result: "held",
    requirement: "watch.ordered",
    instances: 3,
    case: "watch/ordered#Service",
    evidence: [1],
  } as const;
  const report = buildReport(
    recordOf(
      [exchangeLine(1, { case: held.case }), caseLine(held.case, [held])],
      [verdictLine("watch.ordered", { findings: [held], instances: 3 })],
    ),
  );
  const text = renderHtml(report);
  const section = text.match(/<section class="finding finding-held"[^>]*>[^]*?<\/section>/u)?.[0];
  expect(section).toMatch(/3 instances were exercised here and passed\./u);
  expect(section).toContain("mutation UpdateServiceStatus");
});

test("states the expected and the actual value of a violation, how to reproduce it, and similar known faults", () => {
  for (const text of [
    "rejected as conflict, because the version is stale",
    "accepted, version 12",
    "--only 'concurrency/stale#Service.updateServiceStatus'",
    "curl --silent",
    "reproduce-concurrency.stale-status-write-conflicts.mjs",
    "the version in a status write is not looked at (fault ignores-version)",
  ]) {
    expect(page.includes(text), text).toBe(true);
  }
});

test("of more exchanges than it has room for it shows the last one, which decides", () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
  const { listed, drawn } = shownOf(numbers, {});
  expect(listed).toEqual([...numbers.slice(0, 29), 50]);
  expect(drawn).toEqual(listed);

  const reply = { status: 200, body: "long ".repeat(100_000) };
  const { listed: few } = shownOf(numbers, { reply });
  expect(few.length).toBeLessThan(30);
  expect(few).toEqual([...numbers.slice(0, few.length - 1), 50]);
});

/** Returns the numbers of the exchanges that the page lists and draws for a violation with these exchanges. */
function shownOf(
  numbers: readonly number[],
  over: Parameters<typeof exchangeLine>[1],
): { readonly listed: readonly number[]; readonly drawn: readonly number[] } {
  const stale = "concurrency.stale-status-write-conflicts";
  const findings = [violated(stale, { evidence: numbers })];
  const exchanges = numbers.map((exchange) => exchangeLine(exchange, over));
  const record = recordOf(exchanges, [verdictLine(stale, { verdict: "fail", rank: 1, findings })]);
  const text = renderHtml(buildReport(record));
  const numbersIn = (pattern: RegExp): readonly number[] =>
    [...text.matchAll(pattern)].map(([, number]) => Number(number));
  return {
    listed: numbersIn(/class="exchange-number">#(\d+)</gu),
    drawn: numbersIn(/<title>[^#<]*#(\d+) /gu).toSorted((one, other) => one - other),
  };
}

test("a truncated record states so", () => {
  expect(renderHtml(buildReport(failingRecord().slice(0, 6)))).toContain("has no footer");
});

describe("declared against observed", () => {
  test.each([
    { semantics: { noOp: "keepsVersion" }, says: "1 requirement holds" },
    { semantics: { crossWrite: "rejected" }, says: "all 2 requirements hold" },
    { semantics: { colour: "red" }, says: "no requirement depends on it directly" },
  ])("of $semantics", ({ semantics, says }) => {
    const row =
      renderHtml({ ...failing, supplement: { ...emptySupplement, semantics } }).match(
        /id="declared"[^]*?<\/table>/u,
      )?.[0] ?? "";
    expect(row).toContain(Object.keys(semantics)[0]);
    expect(row).toContain(says);
  });
});

test("draws how long events took", () => {
  const convergence = [{ kind: "Service", count: 3, delaysMs: [-1, 2, 1500] }];
  const text = renderHtml({ ...failing, supplement: { ...emptySupplement, convergence } });
  expect(text).toContain("Distribution of 3 times of Service");
  expect(text).toContain("from below 0.1 ms to 1.50 s.");
  expect(text).toMatch(/<td>3<\/td><td>2\.0 ms<\/td><td>1\.50 s<\/td><td>1\.50 s<\/td>/u);
});

describe("hostile content", () => {
  const text = renderHtml(buildReport(hostileRecord()));

  test("is text and nothing else", () => {
    expect(text).not.toMatch(/[\p{Cf}\p{Cs}\p{Co}]|(?![\n\t])\p{Cc}/u);
    for (const part of ["<img", '<a href="javascript', "<svg onload", "<!--"]) {
      expect(text).not.toContain(part);
    }
    expect(text.match(/<script/gu)).toHaveLength(1);
    expect(text.match(/<\/style/gu)).toHaveLength(1);
    expect(hostileTexts.length).toBeGreaterThan(5);
  });

  test("of 50 MB is cut", () => {
    const huge = "<b>".repeat(17_000_000);
    const requirement = "watch.ordered";
    const finding = violated(requirement, { expected: huge, actual: huge, case: "watch/x#S" });
    const report = buildReport(
      recordOf(
        [
          exchangeLine(1, {
            case: "watch/x#S",
            request: { url: huge, operation: huge, variables: { huge } },
            reply: { body: { huge: [huge] } },
          }),
          caseLine("watch/x#S", [finding]),
        ],
        [verdictLine(requirement, { verdict: "fail", findings: [finding] })],
      ),
    );
    const before = process.cpuUsage();
    expect(renderHtml(report).length).toBeLessThan(1_000_000);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});

test("1,000 requirements with 100,000 exchanges are rendered in linear time to less than 10 MB", () => {
  const report: Report = largeReport();
  const before = process.cpuUsage();
  const text = renderHtml(report);
  const { user, system } = process.cpuUsage(before);

  expect(Buffer.byteLength(text)).toBeLessThan(10_000_000);
  expect(text).toMatch(/more exchanges are in the record/u);
  // On shared processors, rendering takes several times as long. A quadratic renderer would take minutes.
  expect((user + system) / 1000).toBeLessThan(20_000);
});
