import type { JsonObject, ProfileRevision } from "#contract";
import { scaleLimits } from "#contract";
import { ReportBuilder } from "#reports";
import type { Report } from "#reports";
import { defaults } from "../options/option-defaults.ts";
import type { World } from "../process/world.ts";
import type { EndpointOptions } from "../reach/run-against.ts";
import { checkScenarioSelection } from "./check-scenario-selection.ts";
import { checkController } from "./check-controller.ts";
import { readController } from "./read-controller.ts";
import { reproduceController } from "./reproduce-controller.ts";
import { withController } from "./with-controller.ts";

/** Options for running a controller through the scenarios from another program. */
export interface ControllerOptions extends Omit<
  EndpointOptions,
  "endpoint" | "environment" | "extensions" | "profile"
> {
  /** The command line that starts the controller. */
  readonly command: string;
  /** Output that indicates readiness. By default, a process is ready once it has run for a second. */
  readonly ready?: string;
  /**
   * The kinds that the controller reconciles. Defaults to all with a status, or on the built-in reference server to
   * those of the reference controllers.
   */
  readonly kinds?: readonly string[];
  /**
   * The address of a GraphQL endpoint, or a function that returns it and is called when the checks start. Defaults to
   * the API server in the kubeconfig, if one is given, or else to the built-in reference server.
   */
  readonly endpoint?: EndpointOptions["endpoint"];
  /** Path of an API server's kubeconfig. */
  readonly kubeconfig?: string;
  /** The context of the kubeconfig. Defaults to the current context. */
  readonly context?: string;
  /** Specs by kind, at least two each. Derived from the schema by default. */
  readonly specs?: Readonly<Record<string, readonly JsonObject[]>>;
  /** Status fields that other writers own, such as `Bucket.usedObjects`. */
  readonly rivalFields?: readonly string[];
  /** The objects that the controller creates: owner, owned kind and label, such as `Deployment=ConfigMap:owner`. */
  readonly owned?: readonly string[];
  /** Whether the endpoint may serve older lists, as a replica does. API servers always may. */
  readonly olderLists?: boolean;
  /** Time limit for a report on a change, in seconds; 60 by default. */
  readonly convergeSeconds?: number;
  /**
   * Time limit for all scenarios together, in seconds; 1800 by default. Scenarios that remain at the limit are
   * inconclusive.
   */
  readonly runTimeoutSeconds?: number;
  /**
   * The environment variables of the controller. The dialect and the identities may name them. Defaults to
   * `process.env`.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The profile, optionally with a revision. Defaults to the newest revision. */
  readonly profile?: "controller/v1" | `controller/v1@${ProfileRevision}`;
}

export const controllerOptionNames: readonly string[] = Object.keys({
  command: true,
  ready: true,
  kinds: true,
  endpoint: true,
  wsEndpoint: true,
  dialect: true,
  kubeconfig: true,
  context: true,
  identities: true,
  specs: true,
  rivalFields: true,
  owned: true,
  olderLists: true,
  convergeSeconds: true,
  runTimeoutSeconds: true,
  environment: true,
  profile: true,
  only: true,
  skip: true,
  seed: true,
  concurrency: true,
  timeFactor: true,
  signal: true,
} satisfies Record<keyof ControllerOptions, true>);

export const controllerProfileName = "controller/v1";

/** The same default as on the command line. */
const usualConcurrency = 12;

/**
 * Runs a controller through the selected scenarios once, and resolves with the report.
 *
 * @throws TargetUnreachable, DialectMismatch and UsageError if the run cannot finish.
 */
export async function runController(options: ControllerOptions, world: World): Promise<Report> {
  const { seed = 1, timeFactor = 1, only = [], skip = [], specs } = options;
  const { concurrency = usualConcurrency } = options;
  const endpoint = await (typeof options.endpoint === "function"
    ? options.endpoint()
    : options.endpoint);
  const { special, settings } = readController(argumentsOf(options, endpoint), world);
  const signal = options.signal ?? new AbortController().signal;
  const limits = scaleLimits(timeFactor);
  const request = {
    settings,
    special: { ...special, ...(specs === undefined ? {} : { specs }) },
    limits,
    world,
    signal,
  };
  const builder = new ReportBuilder();
  await withController(request, async ({ target, bench, isOwn }) => {
    const { revision } = settings;
    const revised = revision === undefined ? {} : { revision };
    checkScenarioSelection({ only, skip }, target, { bench, ...revised });
    return checkController(target, bench, {
      ...revised,
      selection: { only, skip },
      seed,
      concurrency,
      keepObjects: isOwn,
      limits,
      timeLimitMs: special.timeLimitMs,
      signal,
      command: reproduceController(request, seed),
      emit: (line) => builder.add(line),
    });
  });
  return builder.build();
}

function argumentsOf(
  options: ControllerOptions,
  endpoint: string | undefined,
): Parameters<typeof readController>[0] {
  const { command, ready, kinds, wsEndpoint, dialect, kubeconfig, context } = options;
  const { identities, owned, rivalFields, olderLists } = options;
  const { convergeSeconds, runTimeoutSeconds } = options;
  return {
    command,
    ...given({ ready, kind: kinds, endpoint, wsEndpoint, dialect, kubeconfig, context }),
    ...given({ identity: identities, rivalField: rivalFields, owned, olderLists }),
    ...(convergeSeconds === undefined ? {} : { converge: `${convergeSeconds * 1000}ms` }),
    ...(runTimeoutSeconds === undefined ? {} : { timeLimit: `${runTimeoutSeconds * 1000}ms` }),
    profile: options.profile ?? controllerProfileName,
    output: defaults.output,
    format: defaults.formats,
    quiet: true,
    yes: true,
    color: false,
  };
}

function given<Options extends object>(
  options: Options,
): { readonly [Name in keyof Options]?: Exclude<Options[Name], undefined> };
function given(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
