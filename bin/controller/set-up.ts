import type { IdentityName, Limits } from "#contract";
import type { ControllerBench } from "#harness";
import { rulesOfTwin } from "#reference/controller";
import type { Target } from "#targets";
import { newRunId } from "../chance.ts";
import { reach } from "../reach/reach.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { World } from "../world.ts";
import { CommandController } from "./command-controller.ts";
import { ControllerProxy } from "./controller-proxy.ts";
import type { ControllerWish } from "./controller-settings.ts";
import { credentialOf, environmentOf } from "./credential-of.ts";
import { InProcessController } from "./in-process-controller.ts";
import { recognizeGraphql } from "./recognize-graphql.ts";
import { recognizeKubernetes } from "./recognize-kubernetes.ts";
import { upstreamOf } from "./upstream.ts";

/** A controller under test, and the proxy in front of the endpoint. */
export interface SetUp extends AsyncDisposable, Pick<ControllerBench, "host" | "wire"> {}

/** What setting up a controller takes. */
export interface SetUpOptions {
  readonly target: Target;
  readonly settings: RunSettings;
  readonly wish: ControllerWish;
  readonly limits: Limits;
  readonly world: World;
  readonly signal: AbortSignal;
  /** The letters of the run, which names of its kinds end with. */
  readonly suffix: string;
  /** The endpoint. Absent: what a kubeconfig says. */
  readonly address?: string;
}

/** A controller connects and lists: a busy machine takes its time. */
const readyFactor = 6;

/** How long a controller has to end after SIGTERM, in milliseconds. */
const endMs = 5_000;

/** Starts the proxy and makes the controller ready to be started. Rejects where the proxy cannot listen. */
export async function setUp(options: SetUpOptions): Promise<SetUp> {
  const { wish, target } = options;
  if (wish.from === "outside" && wish.port === undefined) return nothing;
  const upstream = await upstreamOf(options);
  const proxy = await ControllerProxy.start({
    ...upstream,
    recognition:
      target.description.protocol === "graphql"
        ? recognizeGraphql(target.description)
        : recognizeKubernetes(),
    ...(wish.from === "outside" ? { port: wish.port } : {}),
  });
  const host = hostOf(options, proxy);
  return {
    wire: proxy,
    ...(host === undefined ? {} : { host }),
    [Symbol.asyncDispose]: async () => {
      await host?.[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

const nothing: SetUp = { [Symbol.asyncDispose]: () => Promise.resolve() };

function hostOf(options: SetUpOptions, proxy: ControllerProxy): ControllerBench["host"] {
  const { wish, limits, target, world } = options;
  switch (wish.from) {
    case "outside":
      return undefined;
    case "reference":
      return new InProcessController({
        connect: (signal) => reachThrough(options, proxy, signal),
        kinds: target.description.kinds.map(({ name }) => name),
        ...(wish.twin === undefined ? {} : { rules: rulesOfTwin(wish.twin) }),
        now: world.clock,
        random: () => Math.random(),
        eventMs: limits.eventMs,
        readyMs: readyFactor * limits.connectMs,
      });
    case "command":
      return new CommandController({
        ...wish,
        environment: {
          ...environmentOf("controller", options.settings, world.environment),
          ...variablesOf(options, proxy),
        },
        endMs,
        mark: newRunId(),
        warn: (text) => world.err.write(`warning: ${text}\n`),
      });
  }
}

/** The same connection as that of the run, with the proxy in between. */
function reachThrough(
  { settings, limits, world, suffix }: SetUpOptions,
  proxy: ControllerProxy,
  signal: AbortSignal,
): Promise<Target> {
  const { tls: _behindTheProxy, webSocketEndpoint, ...rest } = settings;
  const elsewhere = isElsewhere(settings) && webSocketEndpoint !== undefined;
  return reach({
    settings: elsewhere ? { ...rest, webSocketEndpoint } : rest,
    address: proxy.url,
    limits,
    world,
    signal,
    suffixFor: () => suffix,
  });
}

function watchesOf(settings: RunSettings): string | undefined {
  return isElsewhere(settings) ? settings.webSocketEndpoint?.href : undefined;
}

/** Watches that are not at the endpoint do not go through the proxy either. */
function isElsewhere({ endpoint, webSocketEndpoint }: RunSettings): boolean {
  return webSocketEndpoint !== undefined && webSocketEndpoint.host !== endpoint?.host;
}

/** What a controller that is started finds in its environment. */
function variablesOf(
  { settings, target, suffix }: SetUpOptions,
  proxy: ControllerProxy,
): Readonly<Record<string, string>> {
  const role: IdentityName = "controller";
  const credential = credentialOf(role, settings);
  return {
    CONFORMANCE_ENDPOINT: proxy.url,
    CONFORMANCE_WS_ENDPOINT: watchesOf(settings) ?? proxy.url.replace(/^http/u, "ws"),
    CONFORMANCE_KINDS: target.description.kinds.map(({ name }) => name).join(","),
    CONFORMANCE_SUFFIX: suffix,
    ...(credential === undefined ? {} : { CONFORMANCE_TOKEN: credential }),
  };
}
