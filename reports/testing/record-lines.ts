import { levelIn, profiles, requirementIds, resourceVersion, uid } from "#contract";
import type { Level, RequirementId, Resource } from "#contract";
import { baselineFormat, recordFormat, sumOf } from "#verdicts";
import type { CaseFinding, CaseLine, FooterLine, RecordLine, VerdictLine } from "#verdicts";
import type {
  EventLine,
  ExchangeLine,
  HeaderLine,
  WatchEndLine,
  WatchLine,
} from "../record/lines.ts";

export function headerLine(over: Partial<HeaderLine> = {}): HeaderLine {
  return {
    line: "header",
    format: recordFormat,
    suite: { name: "status-conformance", version: "0.1.0" },
    run: "k3f9a0zz",
    startedAt: "2025-01-02T03:04:05.000Z",
    profile: "graphql-status/v1",
    contract: "3f2a9c1b7d04aa55",
    target: {
      endpoint: "http://127.0.0.1:4000/graphql",
      protocol: "graphql",
      dialect: "reference",
      features: ["generation", "watch", "read.list", "delete"],
      identities: ["author", "controller", "reader", "stranger", "anonymous"],
      kinds: [
        { name: "Service", statusWrites: ["updateServiceStatus", "updateResourceStatus"] },
        { name: "ConfigMap", statusWrites: [] },
      ],
    },
    seed: 42,
    concurrency: 64,
    only: [],
    skip: [],
    command: "conformance --endpoint http://127.0.0.1:4000/graphql",
    planned: { requirements: askedIds.length, cases: 3 },
    ...over,
  };
}

export function service(version: string): Resource {
  return {
    kind: "Service",
    metadata: {
      name: "web",
      namespace: "default",
      uid: uid("u-1"),
      resourceVersion: resourceVersion(version),
    },
    spec: { type: "LoadBalancer" },
    status: { observedGeneration: 1 },
  };
}

export function exchangeLine(exchange: number, over: Partial<ExchangeLine> = {}): ExchangeLine {
  return {
    line: "exchange",
    exchange,
    case: "concurrency/stale#Service.updateServiceStatus",
    startedMs: 812 + exchange,
    endedMs: 815.25 + exchange,
    command: {
      verb: "updateStatus",
      identity: "controller",
      via: "updateServiceStatus",
      key: { kind: "Service", namespace: "default", name: "web" },
      resourceVersion: resourceVersion("9"),
      status: { observedGeneration: 1 },
    },
    outcome: { result: "object", object: service("12") },
    request: {
      url: "http://127.0.0.1:4000/graphql",
      operation:
        "mutation UpdateServiceStatus($input: UpdateServiceStatusInput!) { updateServiceStatus(input: $input) { service { metadata { name } } } }",
      variables: { input: { name: "web", resourceVersion: "9" } },
    },
    reply: { status: 200, body: { data: { updateServiceStatus: { service: { metadata: {} } } } } },
    ...over,
  };
}

/** Creates the line that opens a watch for several cases. */
export function watchLine(exchange: number, over: Partial<WatchLine> = {}): WatchLine {
  return {
    line: "watch",
    exchange,
    case: "run",
    startedMs: 20,
    command: { verb: "watch", identity: "controller", kind: "Service", namespace: "default" },
    request: {
      url: "ws://127.0.0.1:4000/graphql",
      operation:
        "subscription Watch($namespace: String) { watchServices(namespace: $namespace) { type } }",
      variables: { namespace: "default" },
    },
    ...over,
  };
}

export function eventLine(exchange: number, version: string, name = "web"): EventLine {
  const object = service(version);
  return {
    line: "event",
    exchange,
    arrivedMs: 816,
    event: {
      type: "MODIFIED",
      resourceVersion: resourceVersion(version),
      object: { ...object, metadata: { ...object.metadata, name } },
    },
  };
}

export function watchEndLine(exchange: number): WatchEndLine {
  return { line: "watch-end", exchange, endedMs: 1180, end: { end: "closed" } };
}

export function caseLine(name: string, findings: readonly CaseFinding[]): CaseLine {
  return {
    line: "case",
    case: name,
    check: name.split("#", 1)[0] ?? name,
    startedMs: 10,
    endedMs: 900.5,
    observations: { secret: "of the check" },
    findings,
  };
}

export function violated(
  requirement: RequirementId,
  over: Partial<Extract<CaseFinding, { result: "violated" }>> = {},
): CaseFinding {
  return {
    result: "violated",
    requirement,
    expected: "rejected as conflict, because the version is stale",
    actual: "accepted, version 12",
    evidence: [1],
    case: "concurrency/stale#Service.updateServiceStatus",
    ...over,
  };
}

export function verdictLine(
  requirement: RequirementId,
  over: Partial<VerdictLine> = {},
): VerdictLine {
  return {
    line: "verdict",
    requirement,
    level: levelOf(requirement),
    verdict: "pass",
    instances: 2,
    checks: ["area/check"],
    findings: [],
    ...over,
  };
}

export const askedIds: readonly RequirementId[] = requirementIds.filter(
  (id) => profiles["graphql-status/v1"][id] !== "not-asked",
);

/** Returns the verdicts on the whole profile, in its order. The given ones replace the defaults. */
export function allVerdicts(given: readonly VerdictLine[]): readonly VerdictLine[] {
  return askedIds.map(
    (id) => given.find(({ requirement }) => requirement === id) ?? verdictLine(id),
  );
}

export function footerLine(
  verdicts: readonly VerdictLine[],
  over: Partial<FooterLine> = {},
): FooterLine {
  return {
    line: "footer",
    endedAt: "2025-01-02T03:04:06.240Z",
    durationMs: 1240,
    interrupted: false,
    exchanges: 57,
    leftBehind: 0,
    sums: sumOf(verdicts),
    ...over,
  };
}

export function recordOf(
  driven: readonly RecordLine[],
  given: readonly VerdictLine[],
  over: { readonly header?: Partial<HeaderLine>; readonly footer?: Partial<FooterLine> } = {},
): readonly RecordLine[] {
  const verdicts = allVerdicts(given);
  return [headerLine(over.header), ...driven, ...verdicts, footerLine(verdicts, over.footer)];
}

/**
 * A line of each type with all of its properties, in a valid order. A new property does not compile without a value.
 */
export const completeLines: {
  readonly [L in RecordLine["line"]]: Required<Extract<RecordLine, { readonly line: L }>>;
} = {
  header: {
    ...headerLine(),
    revision: "2026-12",
    extensions: [],
    commandSeal: "AAAA",
    dialect: "{}",
    shard: { index: 1, count: 2, cases: 2 },
    observation: { kinds: ["Service"], managers: [] },
    baseline: { format: baselineFormat, profile: "graphql-status/v1", failures: [] },
  },
  watch: watchLine(1),
  event: eventLine(1, "12"),
  "watch-end": watchEndLine(1),
  exchange: {
    ...exchangeLine(2),
    misfit: "the variable $input has no field name",
    isSample: true,
    partial: "the list has more pages",
    doubtfulList: "the write budget is exhausted",
    request: { url: "http://127.0.0.1:4000/graphql", operation: "{ a }", variables: { b: 1 } },
    reply: { status: 200, body: { data: null } },
  },
  fixture: {
    line: "fixture",
    event: "creating",
    key: { kind: "Service", namespace: "default", name: "web" },
    isDrawn: true,
    seal: "AAAA",
  },
  case: {
    ...caseLine(exchangeLine(2).case, [violated("write.stores-submitted-status")]),
    attempt: 2,
    observations: { a: 1 },
    semantics: {},
    excused: ["watch.nothing-for-no-op"],
    problem: "the drive timed out",
  },
  verdict: {
    ...verdictLine("write.stores-submitted-status"),
    reason: "a reason",
    before: { verdict: "fail", reason: "another reason" },
    cause: "watch.nothing-for-no-op",
    resembles: "stale-reads",
    rank: 0,
    sensitivity: { noticed: ["stale-reads"], missed: [] },
  },
  footer: { ...footerLine([]), enough: 3, remarks: ["a remark"], baselineProblems: [] },
};

function levelOf(requirement: RequirementId): Level {
  const level = levelIn("graphql-status/v1", requirement);
  return level === "not-asked" ? "MAY" : level;
}
