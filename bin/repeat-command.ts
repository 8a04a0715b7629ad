import { quoteForShell } from "#reports";
import { defaults } from "./defaults.ts";
import { printIdentity } from "./identities.ts";
import type { RunSettings } from "./run-settings.ts";

/** The command that repeats a run with the seed that it had, without credentials. */
export function repeatCommand(invocation: string, settings: RunSettings, seed: number): string {
  const { endpoint, webSocketEndpoint, identities, profile, timeoutSeconds } = settings;
  const { only, skip } = settings.selection;
  const { declared, withdrawn } = settings.features ?? { declared: [], withdrawn: [] };
  const words = [
    ...(endpoint === undefined ? [] : ["--endpoint", withoutSecrets(endpoint)]),
    ...(webSocketEndpoint === undefined
      ? []
      : ["--ws-endpoint", withoutSecrets(webSocketEndpoint)]),
    ...identities.flatMap((wish) => ["--identity", printIdentity(wish)]),
    ...(profile === defaults.profile ? [] : ["--profile", profile]),
    ...(timeoutSeconds === undefined ? [] : ["--timeout", String(timeoutSeconds)]),
    ...declared.flatMap((feature) => ["--feature", feature]),
    ...withdrawn.flatMap((feature) => ["--no-feature", feature]),
    // Each pattern with its own option: reports take these out again to name a single case.
    ...only.flatMap((pattern) => ["--only", pattern]),
    ...skip.flatMap((pattern) => ["--skip", pattern]),
    "--seed",
    String(seed),
  ];
  return [invocation, ...words.map(quoteForShell)].join(" ");
}

/** A user name, a password and a query may be secret. */
function withoutSecrets(url: URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  shown.search = "";
  shown.hash = "";
  return shown.href;
}
