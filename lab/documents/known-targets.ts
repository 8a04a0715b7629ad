import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checks } from "#checks";
import { isJsonObject, isRequirementId, scaleLimits } from "#contract";
import type { RequirementId } from "#contract";
import { startReference } from "#reference";
import type { ProfileName } from "#contract";
import type { KnownTarget, KnownVerdict } from "#reports";
import type { RunResult } from "#verdicts";
import type { Target } from "#targets";
import { checkTarget } from "../../bin/reach/compose.ts";
import { connect } from "../../bin/reach/connect-endpoint.ts";
import { HarnessError } from "../../bin/process/program-errors.ts";
import { environment, servers } from "../../bin/testing/own-endpoints.ts";
import type { EndpointName } from "../../bin/testing/own-endpoints.ts";
import { dialectByHand } from "../../bin/testing/planted-defects.ts";
import { judgements } from "../museum/judgements/index.ts";
import { isRed } from "../museum/try-exhibit.ts";

/** This check writes more events than some endpoints retain, so it would expire the watches of other checks. */
const disturbing = "watch/expired-cursor";

/** Generous limits, so that a busy machine does not look like a slow endpoint. */
const limits = scaleLimits(6);

const names = ["volumes", "routes", "lamps", "jobs", "sensors", "recipes"] as const;

interface Stored {
  readonly name: string;
  readonly file: string;
  /** What was checked, as Markdown. Links are relative to `docs`. */
  readonly scope: string;
  /** Defaults to `kubernetes/v1`. */
  readonly profile?: ProfileName;
  /** The system and release whose judgments explain violated rules. Absent if the museum has no such judgments. */
  readonly judged?: { readonly system: string; readonly release: string };
  /** Explanations of verdicts, if the museum does not run the release. */
  readonly why?: Partial<Record<RequirementId, string>>;
}

const folder = "reports/results/kubernetes-v1";

const alone =
  "without roles, histories and random sequences, as in the [museum](museum.md#methods)";

const published: readonly Stored[] = [
  ...["1.31.14", "1.32.8", "1.33.5", "1.34.4", "1.35.8", "1.36.3"].map((release) => ({
    name: `kube-apiserver ${release}`,
    file: `${folder}/kube-apiserver/${release}.json`,
    scope: "on the whole profile, with [explained warnings](kubernetes.md#release-1344)",
  })),
  {
    name: "kube-apiserver 1.34.4 on kine 0.17.5",
    file: `${folder}/kine/0.17.5.json`,
    scope:
      "on the whole profile, with SQLite instead of etcd ([finding](kubernetes.md#findings-about-kinds))",
    why: {
      "watch.event-carries-stored-object":
        "The response to a create under the name of a deleted object has a version other than the stored one.",
      "concurrency.versions-advance":
        "A write that names the version from such a response is rejected with a conflict.",
    },
  },
  {
    name: "sample-apiserver 0.34.4",
    file: `${folder}/sample-apiserver/0.34.4.json`,
    scope: "on `flunders`, aggregated behind kube-apiserver 1.34.4",
  },
  {
    name: "fabric8 kubernetes-server-mock 8.0.0",
    file: `${folder}/fabric8/8.0.0.json`,
    scope: `${alone}, with [judged failures](museum.md#further-broken-rules)`,
    judged: { system: "fabric8", release: "8.0.0" },
  },
  {
    name: "controller-runtime fake client 0.25.2",
    file: `${folder}/controller-runtime/0.25.2.json`,
    scope: `behind a thin server, ${alone}, with [judged failures](museum.md#further-broken-rules)`,
    judged: { system: "controller-runtime", release: "0.25.2" },
  },
  {
    name: "kubernetes-graphql-gateway 1.16.16",
    file: "reports/results/graphql-status-v1/kubernetes-graphql-gateway/1.16.16.json",
    profile: "graphql-status/v1",
    scope:
      "on a custom kind behind kube-apiserver 1.34.4, with the dialect that `init` wrote, and [findings](kubernetes.md#a-graphql-gateway)",
    why: {
      "deletion.new-finalizers-refused":
        "The new finalizer is rejected, but errors have no code (`gateway/resolver/resolver.go:284` returns the error of the API server as it is), and the dialect does not declare the message as invalid.",
    },
  },
];

/**
 * Checks the reference server and the test endpoints one after the other, and reads the stored reports of other
 * targets. `root` is the folder of the repository.
 *
 * @throws HarnessError if a stored report cannot be read.
 */
export async function knownTargets(root: string): Promise<readonly KnownTarget[]> {
  const stored = published.map((one) => knownFrom(root, one));
  const ours = [await knownReference()];
  for (const name of names) ours.push(await knownEndpoint(name));
  return [...ours, ...stored];
}

async function knownReference(): Promise<KnownTarget> {
  await using server = await startReference({ faults: [] });
  const signal = new AbortController().signal;
  await using target = await connect({ endpoint: server.url, limits, signal });
  return {
    name: "reference",
    description: "the server that ships with the suite. All scenario checks.",
    profile: "graphql-status/v1",
    verdicts: verdictsOf(await checkScenarios(target, [])),
  };
}

async function knownEndpoint(name: EndpointName): Promise<KnownTarget> {
  await using server = await servers[name].start();
  const dialect = dialectByHand(name, server);
  const signal = new AbortController().signal;
  const world = { environment, clock: () => new Date() };
  await using target = await connect({ endpoint: server.url, dialect, world, limits, signal });
  return {
    name,
    description: `a [test endpoint](any-endpoint.md#${name}) with another design. All scenario checks except \`${disturbing}\`, which would end the watches of other checks.`,
    profile: "graphql-status/v1",
    verdicts: verdictsOf(await checkScenarios(target, [disturbing])),
  };
}

function checkScenarios(target: Target, skip: readonly string[]): Promise<RunResult> {
  return checkTarget(target, {
    checks: checks.filter(({ phase = "scenario" }) => phase === "scenario"),
    limits,
    selection: { only: [], skip },
  });
}

function verdictsOf({ verdicts }: RunResult): ReadonlyMap<RequirementId, KnownVerdict> {
  return new Map(
    verdicts.map(({ requirement, verdict, reason }) => [
      requirement,
      knownVerdict(verdict, reason),
    ]),
  );
}

function knownVerdict(verdict: string, reason: unknown): KnownVerdict {
  return { verdict, ...(typeof reason === "string" ? { reason } : {}) };
}

function knownFrom(root: string, stored: Stored): KnownTarget {
  const { name, file, scope, judged, why = {}, profile = "kubernetes/v1" } = stored;
  const report: unknown = JSON.parse(readFileSync(join(root, file), "utf8"));
  const list = isJsonObject(report) ? report["requirements"] : undefined;
  const verdicts = (Array.isArray(list) ? list : []).flatMap((of: unknown) => {
    const { requirement, verdict, reason } = isJsonObject(of) ? of : {};
    if (typeof requirement !== "string" || !isRequirementId(requirement)) return [];
    if (typeof verdict !== "string") return [];
    const known =
      why[requirement] ?? (judged === undefined ? undefined : judgementOn(requirement, judged));
    return [
      [requirement, knownVerdict(verdict, known ?? (isRed(verdict) ? undefined : reason))] as const,
    ];
  });
  if (verdicts.length === 0) {
    throw new HarnessError(`${file} has no verdict on any requirement`, {
      fix: "Create it again: reports/results/README.md names the command.",
    });
  }
  return {
    name,
    description: `a [stored report](../${file}) ${scope}.`,
    profile,
    verdicts: new Map(verdicts),
  };
}

function judgementOn(
  requirement: RequirementId,
  { system, release }: Required<Stored>["judged"],
): string | undefined {
  const found = judgements.find(
    (one) =>
      one.system === system &&
      one.releases.includes(release) &&
      one.rules.some((rule) => rule === requirement),
  );
  return found === undefined ? undefined : `${found.deviation} (upstream: ${found.standing})`;
}
