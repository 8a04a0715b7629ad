import { checks } from "#checks";
import { scaleLimits, suiteCommand } from "#contract";
import type { EndpointProfileName, ProfileRevision } from "#contract";
import { quoteForShell, ReportBuilder } from "#reports";
import type { Report } from "#reports";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { readDialectOption } from "../options/dialect-option.ts";
import type { Extension, Extensions } from "../config/extension-parts.ts";
import { readExtensions } from "../config/read-extensions.ts";
import { UsageError } from "../process/program-errors.ts";
import { defaults } from "../options/option-defaults.ts";
import { parseIdentities } from "../options/identity-requests.ts";
import { parseProfile } from "../options/option-values.ts";
import { suggest } from "../options/suggest-names.ts";
import { checkSelection } from "../options/select-checks.ts";

/** Options of a run that another program starts. */
export interface EndpointOptions {
  /**
   * The address of the endpoint, or a function that returns it and is called when the checks start, so that the program
   * can start a server first.
   */
  readonly endpoint: string | Promise<string> | (() => string | Promise<string>);
  readonly wsEndpoint?: string;
  /** Path of the dialect file. Defaults to the canonical dialect. */
  readonly dialect?: string;
  /** Credentials of roles, as on the command line: `author=token`, `expired=none`. */
  readonly identities?: readonly string[];
  /**
   * The environment variables that the dialect and the identities may refer to, for instance `process.env`. None by
   * default.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The profile, optionally with a revision. Defaults to the newest revision of `graphql-status/v1`. */
  readonly profile?: EndpointProfileName | `${EndpointProfileName}@${ProfileRevision}`;
  /** Custom requirements and checks, from `defineExtension`. None by default. */
  readonly extensions?: readonly Extension[];
  /** Patterns of requirements, checks or cases to run. `*` matches any string. Defaults to all. */
  readonly only?: readonly string[];
  /** Patterns of requirements, checks or cases to skip. `*` matches any string. None by default. */
  readonly skip?: readonly string[];
  /** The seed of the run. Defaults to 1. */
  readonly seed?: number;
  /** Maximum number of concurrent cases. By default, the number adapts to the latency of responses. */
  readonly concurrency?: number;
  /** Multiplier for all time limits. Defaults to 1. */
  readonly timeFactor?: number;
  readonly signal?: AbortSignal;
}

export const endpointOptionNames: readonly string[] = Object.keys({
  endpoint: true,
  wsEndpoint: true,
  dialect: true,
  identities: true,
  environment: true,
  profile: true,
  extensions: true,
  only: true,
  skip: true,
  seed: true,
  concurrency: true,
  timeFactor: true,
  signal: true,
} satisfies Record<keyof EndpointOptions, true>);

/** Names that the options had in earlier releases or have in other tools. */
const otherNames: Readonly<Record<string, string>> = {
  url: "endpoint",
  address: "endpoint",
  webSocketUrl: "wsEndpoint",
  timeout: "runTimeoutSeconds",
  timeoutMs: "runTimeoutSeconds",
};

export function checkOptionNames(options: object, names: readonly string[]): void {
  checkNames(options, names);
  if (!("endpoint" in options)) {
    throw new UsageError("no endpoint", { fix: "Set the `endpoint` option to its address." });
  }
}

export function checkNames(options: object, names: readonly string[]): void {
  for (const given of Object.keys(options)) {
    if (names.includes(given)) continue;
    const other = Object.hasOwn(otherNames, given) ? otherNames[given] : undefined;
    const all = `Valid options: ${names.join(", ")}.`;
    const hint =
      other !== undefined && names.includes(other)
        ? `Did you mean ${other}?`
        : suggest(given, names, all);
    // The message contains the hint, because test runners do not print the fix of an error.
    throw new UsageError(`unknown option "${given}". ${hint}`, { fix: all });
  }
}

/**
 * Checks an endpoint once and resolves with the report.
 *
 * @throws TargetUnreachable, DialectMismatch and UsageError if the run cannot finish.
 */
export async function runAgainst(options: EndpointOptions): Promise<Report> {
  checkOptionNames(options, endpointOptionNames);
  const { wsEndpoint, identities = [], profile, only = [], skip = [] } = options;
  const { seed, concurrency, timeFactor = 1, dialect: path, environment = {} } = options;
  const endpoint = await (typeof options.endpoint === "function"
    ? options.endpoint()
    : options.endpoint);
  const limits = scaleLimits(timeFactor);
  const signal = options.signal ?? new AbortController().signal;
  await using target = await connect({
    endpoint,
    ...(wsEndpoint === undefined ? {} : { webSocketEndpoint: wsEndpoint }),
    ...(path === undefined ? {} : { dialect: { ...readDialectOption(path), path } }),
    identities: parseIdentities(identities, environment),
    world: { environment, clock: () => new Date() },
    limits,
    signal,
  });
  const asked = parseProfile(profile ?? defaults.profile);
  const extensions = extensionsGiven(options.extensions);
  checkSelection(
    { only, skip },
    {
      target: target.description,
      checks: [...checks, ...extensions.checks],
      ...asked,
      extensions: extensions.requirements,
      reportsSettled: true,
    },
  );
  const builder = new ReportBuilder();
  await checkTarget(target, {
    ...asked,
    extensions,
    ...(seed === undefined ? {} : { seed }),
    ...(concurrency === undefined ? {} : { concurrency }),
    selection: { only, skip },
    isTriedFirst: true,
    command: commandFor(target.description.endpoint, path),
    limits,
    signal,
    emit: (line) => builder.add(line),
  });
  return builder.build();
}

export function extensionsGiven(given: readonly Extension[] = []): Extensions {
  const found = given.map((value, index) => ({ place: `extensions[${index}]`, value }));
  return readExtensions(found, { path: "the options", folder: "/" });
}

function commandFor(endpoint: string, dialect: string | undefined): string {
  const args = ["--endpoint", endpoint, ...(dialect === undefined ? [] : ["--dialect", dialect])];
  return [suiteCommand, ...args.map(quoteForShell)].join(" ");
}
