import type { RecordLine } from "#verdicts";
import { caseLine, exchangeLine, recordOf, verdictLine, violated } from "./record-lines.ts";

/** Strings that a target might use to corrupt a format, a page or a terminal. */
export const hostileTexts: readonly string[] = [
  `</failure></testcase><script>alert(1)</script>`,
  `]]></system-out>&#x0;&amp;"'`,
  "\u001b[2J\u001b]0;owned\u0007\u009b31m",
  "\u202eright to left\u2066\u200f",
  "half of a pair \ud83d and \udc00",
  "nothing\u0000\u0008\ufffe\uffff",
  "line\r\n::error file=x::injected\n::set-output name=a::b",
  "##[set-output name=deploy]yes ##vso[task.setvariable variable=A]b ##teamcity[setParameter name='a' value='b']",
  "section_start:1700000000:x\n--- a\n+++ b",
  "| a | b |\n[link](javascript:alert(1)) ![x](http://example.invalid/x.png) @everyone `code` ```",
  "key: value\n- item\n---\n!!js/function 'x' *alias &anchor",
  "%0A%25,title=x::",
  `[a link](http://evil.example/l)`,
];

/** Ten million characters, which would break a renderer without limits. */
const enormous = "x".repeat(10_000_000);

export function hostileRecord(withEnormous = false): readonly RecordLine[] {
  const text = hostileTexts.join(" ") + (withEnormous ? enormous : "");
  const name = `concurrency/stale#Service.${text}`;
  const finding = violated("concurrency.stale-status-write-conflicts", {
    case: name,
    expected: text,
    actual: text,
  });
  const undecided = {
    result: "undecided",
    requirement: "watch.no-gap",
    reason: text,
    evidence: [1],
    case: name,
  } as const;
  return recordOf(
    [
      exchangeLine(1, {
        case: name,
        request: { url: `http://x/${text}`, operation: text, variables: { [text]: text } },
        reply: { status: 200, body: { [text]: text } },
        outcome: { result: "unintelligible", detail: text },
      }),
      caseLine(name, [finding, undecided]),
    ],
    [
      verdictLine("concurrency.stale-status-write-conflicts", {
        verdict: "fail",
        findings: [finding],
        resembles: text,
      }),
      verdictLine("watch.no-gap", {
        verdict: "inconclusive",
        reason: text,
        findings: [undecided],
      }),
      verdictLine("watch.ordered", { verdict: "expected-fail", reason: text }),
    ],
    { header: hostileHeader },
  );
}

const hostileName = hostileTexts.join("");

const hostileHeader = {
  command: `conformance --endpoint '${hostileTexts.join(" ")}'`,
  target: {
    endpoint: `http://x/${hostileName}`,
    protocol: "graphql",
    dialect: hostileName,
    features: ["watch"],
    identities: ["author"],
    kinds: [{ name: hostileName, statusWrites: [hostileName] }],
  },
} as const;
