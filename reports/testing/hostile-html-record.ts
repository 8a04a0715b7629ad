import type { RecordLine } from "#verdicts";
import {
  caseLine,
  eventLine,
  exchangeLine,
  headerLine,
  recordOf,
  verdictLine,
  violated,
  watchLine,
} from "./record-lines.ts";

const attack = "globalThis.wasExecuted = true";

/** Strings that are harmful unless they are escaped. */
export const hostileTexts: readonly string[] = [
  `<script>${attack}</script>`,
  `</script><script>${attack}</script>`,
  `</style><img src=x onerror="${attack}">`,
  `</title></template></pre></code><svg onload="${attack}">`,
  `"><a href="javascript:${attack}" autofocus onfocus="${attack}">`,
  `'+${attack}+'\`\${${attack}}`,
  "\u001b[2J\u001b]0;title\u0007\u0000\u0008\r\n",
  "\u202e\u2066\u200b\ufeff left from right",
  "\ud800 lone \udc00",
  "<!-- --> <![CDATA[ ]]> &lt;b&gt; &#0; ]]>",
  "__proto__ constructor toString",
  "W".repeat(200),
];

const text = hostileTexts.join(" ");
const name = `concurrency/stale#${text}`;

export function hostileRecord(): readonly RecordLine[] {
  const requirement = "concurrency.stale-status-write-conflicts";
  const finding = violated(requirement, {
    case: name,
    expected: text,
    actual: text,
    evidence: [1, 2, 7],
  });
  return recordOf(
    [
      watchLine(7, { case: name, request: { url: text, operation: text } }),
      ...[1, 2].map(exchangeOf),
      eventLine(7, text, text),
      caseLine(name, [finding]),
    ],
    [
      verdictLine(requirement, {
        verdict: "fail",
        findings: [finding],
        checks: [text],
        resembles: text,
      }),
      verdictLine("watch.ordered", { verdict: "errored", reason: text }),
    ],
    {
      header: {
        run: text,
        command: text,
        only: [text],
        target: {
          ...headerLine().target,
          endpoint: text,
          protocol: text,
          dialect: text,
          kinds: [{ name: text, statusWrites: [text] }],
        },
      },
    },
  );
}

/** Creates an exchange with an unintelligible response: a string in the first exchange, JSON in the others. */
function exchangeOf(number: number): RecordLine {
  return exchangeLine(number, {
    case: name,
    command: {
      verb: "read",
      identity: "author",
      via: text,
      key: { kind: text, namespace: text, name: text },
    },
    outcome: { result: "unintelligible", detail: text },
    request: { url: text, operation: text, variables: { [text]: text, ["__proto__"]: text } },
    reply: { status: 200, body: number === 1 ? text : { [text]: [text] } },
  });
}
