import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checks } from "#checks";
import { isJsonObject, isRequirementId, scaleLimits } from "#contract";
import type { RequirementId } from "#contract";
import { startReference } from "#reference";
import type { KnownTarget, KnownVerdict } from "#reports";
import type { RunResult } from "#verdicts";
import type { Target } from "#targets";
import { checkTarget } from "../../bin/reach/compose.ts";
import { connect } from "../../bin/reach/connect.ts";
import { HarnessError } from "../../bin/process/errors.ts";
import { environment, servers } from "../../bin/testing/own-endpoints.ts";
import type { EndpointName } from "../../bin/testing/own-endpoints.ts";
import { dialectByHand } from "../../bin/testing/planted-defects.ts";

/** This check exceeds the event retention of some endpoints, which would expire the watches of other checks. */
const disturbing = "watch/expired-cursor";

/** Generous limits, so that a busy machine does not look like a slow endpoint. */
const limits = scaleLimits(6);

const names = ["volumes", "routes", "lamps", "jobs", "sensors", "recipes"] as const;

/** A stored report about a released server. */
const published = "reports/results/kubernetes-v1/kube-apiserver/1.34.4.json";

/**
 * Checks the reference server and the test endpoints one after the other, and reads the stored reports of other
 * targets. `root` is the folder of the repository.
 *
 * @throws HarnessError if a stored report cannot be read.
 */
export async function knownTargets(root: string): Promise<readonly KnownTarget[]> {
  const apiServer = knownApiServer(root);
  const ours = [await knownReference()];
  for (const name of names) ours.push(await knownEndpoint(name));
  return [...ours, apiServer];
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

function knownApiServer(root: string): KnownTarget {
  const report: unknown = JSON.parse(readFileSync(join(root, published), "utf8"));
  const list = isJsonObject(report) ? report["requirements"] : undefined;
  const verdicts = (Array.isArray(list) ? list : []).flatMap((of: unknown) => {
    const { requirement, verdict, reason } = isJsonObject(of) ? of : {};
    const isKnown = typeof requirement === "string" && isRequirementId(requirement);
    return isKnown && typeof verdict === "string"
      ? [[requirement, knownVerdict(verdict, reason)] as const]
      : [];
  });
  if (verdicts.length === 0) {
    throw new HarnessError(`${published} has no verdict on any requirement`, {
      fix: "Create it again with npm run test:kubernetes.",
    });
  }
  return {
    name: "kube-apiserver 1.34.4",
    description: `a [stored report](../${published}) on the whole profile, with [explained warnings](kubernetes.md#release-1344).`,
    profile: "kubernetes/v1",
    verdicts: new Map(verdicts),
  };
}
