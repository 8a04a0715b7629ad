import { expect, test } from "vitest";
import type { RequirementId } from "#contract";
import type { CaseFinding, RecordLine, VerdictLine } from "#verdicts";
import { caseLine, exchangeLine, recordOf, verdictLine } from "../testing/record-lines.ts";
import { renderHtml } from "../html/render-html.ts";
import { renderTerminal } from "../terminal/terminal.ts";
import { buildReport } from "../report/report-builder.ts";

type Lost = Parameters<typeof exchangeLine>[1] & { readonly outcome: { readonly result: string } };

const refused = lost("connection", "connect ECONNREFUSED 127.0.0.1:4000");
const closed = lost("connection", "other side closed");
const aborted = lost("aborted", "aborted by the caller");

/** The symptoms of one dead endpoint: each requirement was affected by another request. */
const dead: readonly Errored[] = [
  ["write.stores-submitted-status", "Bucket could not be created: unknown", refused],
  ["write.visible-to-later-reads", "unknown (connection: other side closed)", closed],
  ["watch.ordered", "the creation of a kind definition failed", { ...refused, case: "run" }],
];

const unreached = "not reached: the endpoint had not responded for 30 s";
const timedOut = "timed out after 60000 ms; --timeout SECONDS allows more time";

test("requirements that one dead endpoint left without a verdict share an entry with the cause", () => {
  const { undecided, sentence, page } = shownOf(dead);

  expect(undecided).toBe(
    "errored requests to the endpoint received no valid response: connect ECONNREFUSED " +
      "127.0.0.1:4000 (write.stores-submitted-status MUST, write.visible-to-later-reads MUST, " +
      "watch.ordered MUST)",
  );
  expect(sentence).toBe(
    "Undecided: requests to the endpoint received no valid response, so 3 requirements have no " +
      "verdict.",
  );
  expect(page).toEqual([
    "requests to the endpoint received no valid response: connect ECONNREFUSED 127.0.0.1:4000",
  ]);
});

test("an endpoint that fell silent is also the cause of cases that timed out or never ran", () => {
  const { page, sentence } = shownOf([
    ["write.stores-submitted-status", timedOut, aborted],
    ["write.visible-to-later-reads", unreached, undefined],
    ["watch.ordered", "unknown", lost("timeout", "no complete response within 10000 ms")],
    ["watch.unique", "unknown", lost("timeout", "no complete response within 10000 ms")],
  ]);

  expect(page).toEqual([
    "requests to the endpoint received no valid response: no complete response within 10000 ms",
  ]);
  expect(sentence).toContain("4 requirements have no verdict");
});

test("the time limit of a case and a failed check are no lost responses", () => {
  const { page, sentence } = shownOf([
    ["write.stores-submitted-status", timedOut, aborted],
    ["watch.ordered", "the check itself failed: TypeError", undefined],
  ]);

  expect(page).toEqual([timedOut, "the check itself failed: TypeError"]);
  expect(sentence).toContain("the suite or the connection failed on 2 requirements");
});

type Errored = readonly [RequirementId, string, Lost | undefined];

function lost(cause: "connection" | "aborted" | "timeout", detail: string): Lost {
  return { outcome: { result: "unknown", cause, detail } };
}

function shownOf(errored: readonly Errored[]): {
  readonly undecided: string;
  readonly sentence: string;
  readonly page: readonly (string | undefined)[];
} {
  const lines: RecordLine[] = [];
  const verdicts: VerdictLine[] = [];
  for (const [i, [requirement, reason, exchange]] of errored.entries()) {
    const name = `area/check-${i}#Service`;
    const evidence = exchange === undefined ? [] : [i + 1];
    const finding: CaseFinding = { result: "errored", requirement, reason, evidence, case: name };
    if (exchange !== undefined) lines.push(exchangeLine(i + 1, { case: name, ...exchange }));
    lines.push({ ...caseLine(name, [finding]), problem: reason });
    verdicts.push(
      verdictLine(requirement, { verdict: "errored", reason, instances: 0, findings: [finding] }),
    );
  }
  const report = buildReport(recordOf(lines, verdicts));
  const rows = renderTerminal(report, { verbosity: "normal", width: 400, colorLevel: 0 }).trimEnd();
  const panel = /aria-labelledby="broken">[^]*?<\/section>/u.exec(renderHtml(report))?.[0] ?? "";
  return {
    undecided: /^Undecided\n([^]*?)\n\n/mu.exec(rows)?.[1]?.trim().replaceAll(/\s+/gu, " ") ?? "",
    sentence: rows.split("\n").at(-1) ?? "",
    page: [...panel.matchAll(/<bdi>([^<]*)<\/bdi>/gu)].map(([, text]) => text),
  };
}
