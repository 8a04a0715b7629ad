import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { buildLimitIn, findBinaries } from "./binaries.ts";
import type { BinarySearch } from "./binaries.ts";
import { Cluster } from "./cluster.ts";
import type { ClusterOptions } from "./cluster.ts";
import { checkDurability } from "./durability/check-durability.ts";
import { checkProxyFaults } from "./proxy/check-proxy-faults.ts";
import { tryGateway } from "./gateway/try-gateway.ts";
import { tryJobs } from "./jobs/try-jobs.ts";
import { defineOwnKinds, namedKinds } from "./own-definitions.ts";
import { tryBehaviors } from "./proxy/try-behaviors.ts";
import { runProfile } from "./run-profile.ts";
import { tryBadAccess } from "./try-bad-access.ts";
import { tryClientGo } from "./try-client-go.ts";
import { tryCleanUp } from "./try-clean-up.ts";
import { tryEveryKind } from "./try-every-kind.ts";
import { tryObservation } from "./try-observation.ts";
import { tryKine, tryRelease, trySampleApiServer } from "./try-other-servers.ts";
import { npmScript } from "../npm-script.ts";
import { runMain, printLine } from "../run-main.ts";

async function main(words: readonly string[]): Promise<number> {
  if (words.includes("--help")) {
    process.stdout.write(helpText());
    return 0;
  }
  const { env } = process;
  const cacheHome = env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const search: BinarySearch = {
    ...(env["KUBEBUILDER_ASSETS"] === undefined ? {} : { assets: env["KUBEBUILDER_ASSETS"] }),
    modules: resolve("lab/kubernetes/servers"),
    cache: join(cacheHome, "status-conformance"),
    log: printLine,
    ...buildLimitIn(env),
  };
  const binaries = await findBinaries(search);
  if (!binaries.isFound) {
    printLine(`skipped because the servers are missing: ${binaries.reason}`);
    // CI sets this variable, so that missing servers fail the stage.
    return env["REQUIRE_KUBERNETES"] === "1" ? 3 : 0;
  }
  printLine(`etcd and kube-apiserver: ${binaries.origin}`);
  const servers = { etcd: binaries.etcd, apiServer: binaries.apiServer };
  const [part, ...names] = words;
  const only = partNamed(part);
  if (only !== undefined) return await only.run({ servers, names, search });
  const code = await tryProfile(servers, words);
  if (words.length > 0) return code;
  const others = [
    await tryKinds(servers),
    await tryPattern(servers),
    await tryLeftovers(servers),
    await tryDurability(servers),
    await tryControllers(servers),
  ];
  // The exit code of the profile takes precedence over those of the other stages.
  return code === 0 ? (others.find((other) => other !== 0) ?? 0) : code;
}

interface PartCall {
  readonly servers: ClusterOptions;
  readonly names: readonly string[];
  readonly search: BinarySearch;
}

interface Part {
  readonly help: string;
  readonly run: (call: PartCall) => Promise<number>;
}

/** The parts by option, with the names of their arguments. */
const parts: Readonly<Record<string, Part>> = {
  "--kinds": {
    help: "only the profile on named kinds",
    run: ({ servers }) => tryKinds(servers),
  },
  "--every-kind": {
    help: "only the profile on a pattern of kinds",
    run: ({ servers }) => tryPattern(servers),
  },
  "--cleanup": { help: "only cleanup", run: ({ servers }) => tryLeftovers(servers) },
  "--durability": {
    help: "only the durability suite",
    run: ({ servers }) => tryDurability(servers),
  },
  "--observation": {
    help: "only an observation of controllers",
    run: ({ servers }) => tryControllers(servers),
  },
  "--faults [names...]": {
    help: "on request: faults of a proxy, and which requirements detect them",
    run: ({ servers, names }) => tryFaults(servers, names),
  },
  "--behaviors [names...]": {
    help: "on request: conformant behaviors of a proxy",
    run: ({ servers, names }) => tryBehaviorsOf(servers, names),
  },
  "--controllers": {
    help: "on request: the reference controllers and a faulty variant",
    run: ({ servers }) => driveControllers(servers),
  },
  "--client-go": {
    help: "on request: a controller in Go",
    run: ({ servers, search }) => tryClientGo({ servers, search, environment: process.env }),
  },
  "--sample-apiserver": {
    help: "on request: the profile on an aggregated API server",
    run: ({ servers, search, names: words }) =>
      trySampleApiServer({ servers, search, words, environment: process.env }),
  },
  "--kine": {
    help: "on request: the profile on kube-apiserver on SQLite",
    run: ({ servers, search, names: words }) =>
      tryKine({ servers, search, words, environment: process.env }),
  },
  "--release <minor>": {
    help: "on request: the profile on another release of kube-apiserver",
    run: ({ servers, search, names: [minor = "", ...words] }) =>
      tryRelease({ servers, search, minor, words, environment: process.env }),
  },
  "--gateway": {
    help: "on request: a GraphQL gateway",
    run: ({ servers, search }) =>
      tryGateway({
        servers,
        cache: join(search.cache, "gateway"),
        environment: process.env,
        log: printLine,
      }),
  },
  "--jobs": {
    help: "on request: the Indexed Job and the Sonobuoy plugin",
    run: ({ servers, search }) => tryJobs({ servers, search, log: printLine }),
  },
};

function partNamed(option: string | undefined): Part | undefined {
  return Object.entries(parts).find(([flags]) => flags.split(" ")[0] === option)?.[1];
}

function helpText(): string {
  const script = npmScript(
    "test:kubernetes",
    "Find or build etcd and kube-apiserver, start them on loopback, and run all parts except those on request.",
  )
    .argument("[options...]", "options of a single run of the profile, also after a part with one")
    .addHelpText(
      "after",
      "\nIf the servers cannot be built, the reason is printed; with REQUIRE_KUBERNETES=1, the exit code is then 3.",
    );
  for (const [flags, { help }] of Object.entries(parts)) script.option(flags, help);
  let text = "";
  script.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  return text;
}

async function tryProfile(servers: ClusterOptions, words: readonly string[]): Promise<number> {
  const { env } = process;
  await using cluster = await Cluster.start(servers);
  const output = "conformance-results/kubernetes";
  const missed = await tryBadAccess({ cluster, environment: env, log: printLine });
  const code = await runProfile({ cluster, output, words, environment: env });
  return code === 0 && missed > 0 ? 1 : code;
}

async function tryControllers(servers: ClusterOptions): Promise<number> {
  printLine("controllers of deployments, observed");
  await using cluster = await Cluster.start(servers);
  const missed = await tryObservation({ cluster, environment: process.env, log: printLine });
  return missed > 0 ? 1 : 0;
}

async function tryKinds(servers: ClusterOptions): Promise<number> {
  printLine(`built-in and custom kinds: ${namedKinds.join(", ")}`);
  await using cluster = await Cluster.start(servers);
  await defineOwnKinds(cluster);
  const words = ["--quiet", ...namedKinds.flatMap((name) => ["--kind", name])];
  const output = "conformance-results/kubernetes-kinds";
  return await runProfile({ cluster, output, words, environment: process.env });
}

async function tryPattern(servers: ClusterOptions): Promise<number> {
  printLine("kinds by a pattern: all with a status and without a controller");
  await using cluster = await Cluster.start(servers);
  return (await tryEveryKind({ cluster, environment: process.env, log: printLine })) === 0 ? 0 : 1;
}

async function tryLeftovers(servers: ClusterOptions): Promise<number> {
  await using cluster = await Cluster.start(servers);
  return (await tryCleanUp({ cluster, environment: process.env, log: printLine })) === 0 ? 0 : 1;
}

async function tryFaults(servers: ClusterOptions, names: readonly string[]): Promise<number> {
  const { isWhole, text } = await checkProxyFaults({ servers, names, log: printLine });
  process.stdout.write(text);
  return isWhole ? 0 : 1;
}

async function tryBehaviorsOf(servers: ClusterOptions, names: readonly string[]): Promise<number> {
  return (await tryBehaviors({ servers, names, log: printLine })) === 0 ? 0 : 1;
}

async function tryDurability(servers: ClusterOptions): Promise<number> {
  printLine("durability: two API servers on one etcd; one is killed during writes");
  const { isAsExpected, text } = await checkDurability(servers);
  process.stdout.write(text);
  return isAsExpected ? 0 : 1;
}

async function driveControllers(servers: ClusterOptions): Promise<number> {
  printLine("controllers: the reference controllers and one faulty variant");
  await using cluster = await Cluster.start(servers);
  const output = "conformance-results/kubernetes-controllers";
  const shared = { cluster, output, command: "controller", environment: process.env };
  const words = ["--quiet", "--runs", "8"];
  const right = await runProfile({ ...shared, words: [...words, "--reference"] });
  const scenario = ["--only", "controllers/retries-after-a-label-conflict"];
  const variant = ["--variant", "retries-conditions-alone"];
  const wrong = await runProfile({ ...shared, words: [...words, ...variant, ...scenario] });
  if (wrong !== 1)
    printLine(`the faulty variant was not detected: exit code ${wrong} instead of 1`);
  return right === 0 && wrong === 1 ? 0 : 1;
}

await runMain(() => main(process.argv.slice(2)));
