import { scaleLimits, suiteCommand } from "#contract";
import type { EndpointProfileName } from "#contract";
import { quoteForShell, ReportBuilder } from "#reports";
import type { Report } from "#reports";
import { checkTarget } from "../compose.ts";
import { connect } from "./connect.ts";
import { readDialectOption } from "../options/dialect-option.ts";
import type { Extension, Extensions } from "../extensions/extension.ts";
import { readExtensions } from "../extensions/read-extensions.ts";
import { parseIdentities } from "../options/identities.ts";

/** What is to be checked from within another program. */
export interface EndpointOptions {
  /** The address of the endpoint. A function is asked when the checks begin, so that a server can be started first. */
  readonly url: string | Promise<string> | (() => string | Promise<string>);
  /** The address for watches; by default the same place as `url`. */
  readonly webSocketUrl?: string;
  /** The file that says how the endpoint spells the contract; by default it does as the reference. */
  readonly dialect?: string;
  /** Credentials of roles, as on the command line: `author=token`, `expired=none`. */
  readonly identities?: readonly string[];
  /** The variables that the dialect and the identities may name, for instance `process.env`; none by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** `graphql-status/v1` by default. */
  readonly profile?: EndpointProfileName;
  /** What is required beside the profile, as `defineExtension` makes it; nothing by default. */
  readonly extensions?: readonly Extension[];
  /** Only these requirements, checks or cases; `*` stands for any text. */
  readonly only?: readonly string[];
  /** These are left out. */
  readonly skip?: readonly string[];
  /** 1 by default. */
  readonly seed?: number;
  /** How many cases are under way at once. */
  readonly concurrency?: number;
  /** What all waiting times are multiplied by; 1 by default. */
  readonly timeFactor?: number;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
}

/**
 * Checks an endpoint once and resolves with the report.
 *
 * @throws TargetUnreachable, DialectMismatch and UsageError: what keeps a run from its end.
 */
export async function runAgainst(options: EndpointOptions): Promise<Report> {
  const { url, webSocketUrl, identities = [], profile, only = [], skip = [] } = options;
  const { seed, concurrency, timeFactor = 1, dialect: path, environment = {} } = options;
  const endpoint = await (typeof url === "function" ? url() : url);
  const limits = scaleLimits(timeFactor);
  const signal = options.signal ?? new AbortController().signal;
  await using target = await connect({
    endpoint,
    ...(webSocketUrl === undefined ? {} : { webSocketEndpoint: webSocketUrl }),
    ...(path === undefined ? {} : { dialect: { ...readDialectOption(path), path } }),
    identities: parseIdentities(identities, environment),
    world: { environment, clock: () => new Date() },
    limits,
    signal,
  });
  const builder = new ReportBuilder();
  await checkTarget(target, {
    ...(profile === undefined ? {} : { profile }),
    extensions: extensionsGiven(options.extensions),
    ...(seed === undefined ? {} : { seed }),
    ...(concurrency === undefined ? {} : { concurrency }),
    selection: { only, skip },
    command: commandFor(target.description.endpoint, path),
    limits,
    signal,
    emit: (line) => builder.add(line),
  });
  return builder.build();
}

/** Extensions that a program gives. Throws {@link UsageError} for those that are not in order. */
export function extensionsGiven(given: readonly Extension[] = []): Extensions {
  const found = given.map((value, index) => ({ place: `extensions[${index}]`, value }));
  return readExtensions(found, { path: "the options", folder: "/" });
}

/** The command that repeats the run. */
function commandFor(endpoint: string, dialect: string | undefined): string {
  const words = ["--endpoint", endpoint, ...(dialect === undefined ? [] : ["--dialect", dialect])];
  return [suiteCommand, ...words.map(quoteForShell)].join(" ");
}
