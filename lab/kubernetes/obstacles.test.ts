import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { limits, scaleLimits } from "#contract";
import type { Limits } from "#contract";
import type { VerdictLine } from "#verdicts";
import { connectKubernetesTarget, tokenCaller } from "#targets/kubernetes";
import { checkTarget } from "../../bin/reach/compose.ts";
import { serveAnswers } from "../../suites/targets/kubernetes/testing/api-server.ts";
import { growingServer } from "./growing-server.ts";
import type { Obstacle, Refused } from "./growing-server.ts";

/**
 * Excludes checks with many operations, because an obstacle affects all operations equally, and checks without an
 * object, because no obstacle affects them.
 */
const scripted = checks.filter(
  ({ phase = "scenario", readsOnly = false }) => phase === "scenario" && !readsOnly,
);

/** The event timeouts are short, because this server sends no events. */
const trialLimits: Limits = {
  ...limits,
  eventMs: scaleLimits(0.05).eventMs,
  fenceRetryMs: scaleLimits(0.05).fenceRetryMs,
};

/** The only requirement that this run could not check even without an obstacle: no role has an expired token. */
const withoutToken = "authorization.expired-credential-refused";

async function judged(obstacle: Obstacle): Promise<readonly VerdictLine[]> {
  const { signal } = new AbortController();
  await using server = await serveAnswers(growingServer(obstacle));
  await using target = await connectKubernetesTarget({
    server: server.url,
    tls: {},
    administrator: tokenCaller("administrator"),
    tokens: {},
    limits,
    userAgent: "status-conformance-obstacle-test",
    runtimeSuffix: "obstacle",
    signal,
  });
  const { verdicts } = await checkTarget(target, {
    profile: "kubernetes/v1",
    checks: scripted,
    limits: trialLimits,
    signal,
  });
  const covered = new Set(scripted.flatMap(({ covers }) => covers));
  return verdicts.filter(
    ({ requirement, verdict }) =>
      verdict !== "not-applicable" && requirement !== withoutToken && covered.has(requirement),
  );
}

interface Row {
  readonly what: string;
  readonly refused: Refused;
  readonly verdict: VerdictLine["verdict"];
  readonly says: string;
}

/**
 * The positive control of this requirement is a create request, so there is none if the server rejects create requests.
 */
const withoutControl = "isolation.create-never-stores-status: inconclusive";

const guarded = 'admission webhook "guard" denied the request';
const forbidden = 'User "author" cannot create resource "widgets"';
const unreachable = 'failed calling webhook "guard": connection refused';
const terminating = "unable to create new content in namespace x because it is being terminated";

describe("a run whose namespaces cannot be created", () => {
  it.each<Row>([
    {
      what: "a webhook rejects",
      refused: { code: 403, reason: "Forbidden", message: guarded },
      verdict: "untestable",
      says: guarded,
    },
    {
      what: "a webhook cannot be reached",
      refused: { code: 500, reason: "InternalError", message: unreachable },
      verdict: "untestable",
      says: unreachable,
    },
    {
      what: "a namespace of the same name is terminating",
      refused: { code: 409, reason: "AlreadyExists", message: "object is being deleted" },
      verdict: "errored",
      says: "already exists",
    },
    {
      what: "the server is shutting down",
      refused: { code: 503, reason: "ServiceUnavailable", message: "shutting down" },
      verdict: "errored",
      says: "HTTP 503: shutting down",
    },
  ])("gets only the verdict $verdict because $what", async ({ refused, verdict, says }) => {
    const verdicts = await judged((at) => (at === "/api/v1/namespaces" ? refused : undefined));

    expect(verdicts.length).toBeGreaterThan(150);
    expect(unlike(verdicts, { verdict, says })).toEqual([]);
  });
});

describe("a run whose objects cannot be created", () => {
  it.each<Row>([
    {
      what: "they are terminating",
      refused: {
        code: 403,
        reason: "Forbidden",
        message: terminating,
        details: {
          causes: [{ reason: "NamespaceTerminating", message: "x", field: "metadata.namespace" }],
        },
      },
      verdict: "untestable",
      says: terminating,
    },
    {
      what: "the author is forbidden to",
      refused: { code: 403, reason: "Forbidden", message: forbidden },
      verdict: "untestable",
      says: forbidden,
    },
    {
      what: "the server is overloaded",
      refused: { code: 429, reason: "TooManyRequests", message: "too many requests" },
      verdict: "errored",
      says: "HTTP 429: too many requests",
    },
    {
      what: "a webhook rejects",
      refused: { code: 400, reason: "BadRequest", message: guarded },
      verdict: "untestable",
      says: guarded,
    },
  ])("gets only the verdict $verdict because $what", async (row) => {
    const { refused, verdict, says } = row;
    const own = "/apis/conformance.example.com/";
    const verdicts = await judged((at) => (at.startsWith(own) ? refused : undefined));

    expect(verdicts.length).toBeGreaterThan(150);
    const others = unlike(verdicts, { verdict, says: "" });
    expect(others.filter((other) => !other.startsWith(withoutControl))).toEqual([]);
    // A few checks describe the obstacle in other words.
    expect(unlike(verdicts, { verdict, says }).length).toBeLessThan(5);
  });
});

/** Returns the verdicts that differ, or that have a reason which does not describe the obstacle. */
function unlike(
  verdicts: readonly VerdictLine[],
  { verdict, says }: Pick<Row, "says" | "verdict">,
): readonly string[] {
  return verdicts
    .filter((line) => line.verdict !== verdict || line.reason?.includes(says) !== true)
    .map(({ requirement, verdict: is, reason = "" }) => `${requirement}: ${is}: ${reason}`);
}
