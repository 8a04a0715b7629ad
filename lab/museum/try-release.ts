import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Feature } from "#contract";
import { buildRelease } from "./build-release.ts";
import type { BuildPlaces } from "../implementers/build.ts";
import { serve } from "../implementers/serve-implementer.ts";
import type { ServedSystem } from "./exhibit.ts";
import { startFront } from "./front/front.ts";
import type { ServedKind } from "./front/control-plane.ts";
import { definitionOf, resourceName, samplesFor } from "./gears.ts";
import { emptied, runSuite, withoutRoles } from "./run-suite.ts";
import type { ReleaseResult } from "./run-suite.ts";

export interface ReleaseTrial {
  readonly system: ServedSystem;
  readonly release: string;
  readonly kind: ServedKind;
  readonly rules: readonly string[];
  /** Features that this release supports, although the system does not support them in general. */
  readonly claimed: readonly Feature[];
  readonly output: string;
  readonly places: BuildPlaces;
}

export async function tryRelease(trial: ReleaseTrial): Promise<ReleaseResult> {
  const { system, release, output, places } = trial;
  const built = await buildRelease(system, release, places);
  if (!built.isBuilt) return { isTried: false, reason: built.reason };
  await emptied(output);
  await using server = await serve({ start: system.start, path: "", isAnswered }, built.folder);
  if (system.serves.needsDefinition && trial.kind.group !== "")
    await define(server.url, trial.kind);
  const { watches, isSingleThreaded, token } = system.serves;
  await using front = await startFront({
    server: token === undefined ? server.url : server.url.replace(/^http:/u, "https:"),
    ...(token === undefined ? {} : { token }),
    kind: trial.kind,
    version: `${system.name} ${release}`,
    watches,
    isSingleThreaded,
  });
  return await run(trial, front.url);
}

async function run(trial: ReleaseTrial, endpoint: string): Promise<ReleaseResult> {
  const { output, kind, system, release, rules, claimed } = trial;
  const kindFile = join(output, "kinds.json");
  await writeFile(kindFile, JSON.stringify(samplesFor(kind)));
  const words = [
    ...`--endpoint ${endpoint} --protocol kubernetes --kind ${resourceName(kind)}`.split(" "),
    ...withoutRoles,
    ...`--timeout ${timeoutSeconds}`.split(" "),
    ...(system.serves.isSingleThreaded ? ["--concurrency", "2"] : []),
    ...system.serves.withdrawn.flatMap((feature) =>
      claimed.includes(feature) ? [] : ["--no-feature", feature],
    ),
    ...withheld.flatMap((role) => ["--identity", `${role}=none`]),
    "--kind-file",
    kindFile,
  ];
  return await runSuite({ title: `${system.name} ${release}`, words, rules, output });
}

/** Roles that matter only if the server checks permissions. */
const withheld = ["reader", "stranger", "tenant", "reporter", "anonymous", "invalid"] as const;

/** The timeout is short, because some fakes never respond to an unknown patch type, and each such request times out. */
const timeoutSeconds = 4;

/** Time during which a server that accepts connections may still return errors, in milliseconds. */
const readyMs = 60_000;

const pollMs = 200;

async function define(server: string, kind: ServedKind): Promise<void> {
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const untilMs = performance.now() + readyMs;
  let status = 0;
  while (performance.now() < untilMs) {
    const reply = await fetch(`${server}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(definitionOf(kind)),
    });
    await reply.text();
    if (reply.ok) return;
    ({ status } = reply);
    await pause(pollMs);
  }
  throw new Error(`the kind could not be defined: HTTP ${status}`);
}

/** Whether a server accepts connections. It then counts as started, because the run judges its responses. */
async function isAnswered(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
