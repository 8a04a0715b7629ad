/** Cases that were once tested manually. Tests cover them now. */
export interface KnownCases {
  readonly cases: readonly [number, number];
  readonly what: string;
  /** Test files, attack families and defects that cover the cases. */
  readonly heldBy: readonly string[];
}

export const knownCaseCount = 135;

const formats = "reports/formats/formats.test.ts";
const page = "reports/html/browser.test.ts";
const cleanup = "bin/commands/cleanup.test.ts";
const secrets = "suites/targets/port/secrets.test.ts";
const canaries = "lab/canaries/canaries.test.ts";
const records = "bin/output/load-record.test.ts";
const writing = "bin/reach/confirm-writing.test.ts";

export const knownCases: readonly KnownCases[] = [
  held([1, 3], "escapes, line breaks and hidden text on a terminal", "CI command", formats),
  held([4, 6], "CI commands: wrapped, anywhere in a line, in names of a schema", "CI command"),
  held([7, 7], "commands of the format for GitHub", "graphql/orders-in-texts", formats),
  held([8, 10], "Markdown and JUnit", formats, "reports/formats/junit.test.ts"),
  held([11, 14], "SARIF, CTRF, badge and conformance report", formats),
  held([15, 17], "the page in Chromium", page),
  held([18, 18], "report.json", "hidden text", formats),
  held([19, 20], "forged addresses and markup in the page", page),
  held([21, 21], "a forged command in a record", "forged command"),
  held([22, 23], "curl commands in a shell", "reports/text/shell-command.test.ts"),
  held([24, 24], "the program that reproduces a failure", "reports/html/reproduction.test.ts"),
  held([25, 26], "hidden text in baselines and dialects", "hidden text"),
  held([27, 28], "a dialect written from a hostile schema", "bin/commands/hostile-schema.test.ts"),
  held([29, 29], "the reason of a close", "websocket/close-with-odd-codes"),
  held([30, 30], "names of history files", "bin/output/history-files.test.ts"),
  held([31, 31], "links in the output folder", "bin/output/record-file.test.ts"),
  held([32, 42], "a credential echoed in encodings", "encoded credential", secrets),
  held([43, 43], "a redirect of GraphQL", "http/redirects-elsewhere"),
  held([44, 44], "a redirect of a socket", "websocket/upgrade-redirects"),
  held(
    [45, 48],
    "passwords in addresses, config, TLS errors",
    canaries,
    "lab/canaries/failures.test.ts",
  ),
  held([49, 50], "the environment of a controller", "bin/controller/command-controller.test.ts"),
  held([51, 51], "a record of another address", "forged record"),
  held([52, 52], "cleanup by a forged record", "forged record", cleanup),
  held([53, 53], "a credential plugin of a kubeconfig", "lab/canaries/kubeconfig.test.ts"),
  held([54, 54], "an endless body", "http/endless-body", "http/endless-string"),
  held([55, 56], "one byte at a time, a slow head", "tcp/trickles", "tcp/stalls-midway"),
  held([57, 57], "a gzip bomb", "http/gzip-bomb"),
  held([58, 58], "very long texts", "graphql/a-text-of-50-megabytes"),
  held(
    [59, 61],
    "deep nesting",
    "graphql/objects-nested-deep",
    "graphql/nested-deep",
    "websocket/nested-message",
  ),
  held(
    [62, 63],
    "very many errors and properties",
    "graphql/ten-thousand-errors",
    "graphql/a-million-members",
  ),
  held(
    [64, 65],
    "excessive numbers",
    "graphql/numbers-without-measure",
    "graphql/versions-beyond-2-to-the-53",
  ),
  held([66, 66], "inherited properties", "graphql/members-twice", "graphql/proto-members"),
  held([67, 67], "interim responses without end", "http/endless-continues"),
  held([68, 68], "several responses to one request", "tcp/goes-on-after-the-reply"),
  held([69, 69], "a reset at each offset", "tcp/resets-mid-byte", "websocket/resets-mid-frame"),
  held([70, 71], "another protocol, a bad chunk", "tcp/sends-noise", "http/bad-chunk-size"),
  held([72, 73], "large and many headers", "http/endless-header", "http/endless-headers"),
  held([74, 74], "a body that is too short", "http/length-too-large"),
  held(
    [75, 78],
    "meaningless statuses",
    "http/no-content",
    "http/never-leaves-the-protocol",
    "http/status-beyond-all",
  ),
  held([79, 80], "excessive times to wait", "http/asks-to-wait-for-ever"),
  held(
    [81, 82],
    "bytes that are not text",
    "http/bytes-that-are-no-text",
    "graphql/control-characters-in-texts",
  ),
  held([83, 83], "foreign objects", "graphql/other-objects"),
  held(
    [84, 87],
    "a list, a text, nothing, null",
    "graphql/a-list",
    "graphql/no-json",
    "graphql/nothing-at-all",
    "graphql/a-null",
  ),
  held([88, 88], "cookies", "http/thousand-cookies"),
  held(
    [89, 91],
    "no acknowledgement, floods",
    "websocket/no-acknowledgement",
    "websocket/protocol-ping-flood",
    "websocket/ping-flood",
  ),
  held(
    [92, 93],
    "fragments and lengths",
    "websocket/fragments-without-end",
    "websocket/frame-beyond-all-numbers",
  ),
  held(
    [94, 96],
    "binary frames, odd closes",
    "websocket/binary-frames",
    "websocket/close-with-odd-codes",
  ),
  held([97, 97], "repeated acknowledgements", "websocket/acknowledges-twice"),
  held(
    [98, 99],
    "events repeated and dropped",
    "watch-event/every-event-twice",
    "watch-event/events-swallowed",
  ),
  held(
    [100, 101],
    "inherited names as ids, no line end",
    "websocket/unsolicited-ids",
    "event-stream/endless-line",
  ),
  held([102, 102], "init on 5,000 types", "suites/wings/init/dialect/huge-schemas.test.ts"),
  held(
    [103, 103],
    "a pattern in the schema of a served kind",
    "pattern",
    "suites/targets/port/foreign-pattern.test.ts",
  ),
  held([104, 106], "init on huge schemas", "suites/wings/init/dialect/huge-schemas.test.ts"),
  held(
    [107, 108],
    "selections with many stars",
    "bin/options/kind-pattern.test.ts",
    "suites/verdicts/plan/select.test.ts",
  ),
  held(
    [109, 110],
    "aliases that expand exponentially",
    "bin/options/parse-yaml.test.ts",
    "suites/targets/graphql/dialect-file/hostile-file.test.ts",
  ),
  held([111, 116], "files that are not records", "reports/record/hostile-record.test.ts", records),
  held([117, 118], "files crafted to be large", records),
  held([119, 120], "forged objects, another endpoint", "forged record", cleanup),
  held([121, 122], "foreign configuration files", "bin/config/config-file.test.ts"),
  held([123, 124], "commands and files of a dialect", "bin/reach/trusted-dialect.test.ts"),
  held([125, 125], "a hook on another machine", writing, "hostile hook"),
  held([126, 126], "read-only runs", "bin/reach/write-limits.test.ts"),
  held([127, 127], "budgets of writes", "write budget", "bin/reach/write-limits.test.ts"),
  held([128, 129], "hosts other than loopback, a socket on another host", "foreign host", writing),
  held([130, 130], "cleanup after a kill", "bin/commands/killed-run.test.ts"),
  held([131, 132], "two concurrent runs", "bin/output/folder-lock.test.ts"),
  held([133, 133], "requests that `serve` rejects", "reference/server/http.test.ts"),
  held(
    [134, 134],
    "pages that reach a local server",
    "foreign host",
    "absolute request",
    "reference/server/page-guard.test.ts",
    "bin/controller/controller-proxy-callers.test.ts",
  ),
  held(
    [135, 135],
    "sources of packages",
    "lab/documents/supply-chain.test.ts",
    "lab/documents/dependencies.test.ts",
  ),
];

function held(cases: KnownCases["cases"], what: string, ...heldBy: readonly string[]): KnownCases {
  return { cases, what, heldBy };
}

export function heldCases(broken: ReadonlySet<string>): number {
  return knownCases
    .filter(({ heldBy }) => !heldBy.some((name) => broken.has(name)))
    .reduce((sum, { cases: [first, last] }) => sum + last - first + 1, 0);
}
