import { profileLabel, suiteCommand } from "#contract";
import { protocols, urlWithoutSecrets } from "#targets";
import { quoteForShell } from "#reports";
import { defaults } from "../options/option-defaults.ts";
import { budgetWords } from "../options/budget-settings.ts";
import { printIdentity } from "../options/identity-requests.ts";
import { kubernetesWords } from "../options/kubernetes-settings.ts";
import { serverWords } from "../options/server-settings.ts";
import { tlsWords } from "../options/tls-files.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { writeWords } from "../options/write-settings.ts";

/**
 * Returns the command that reproduces a run with its seed, without credentials. `command` is a subcommand with its own
 * options.
 */
export function reproductionCommand(
  settings: RunSettings,
  seed: number,
  command: readonly string[] = [],
): string {
  const { endpoint, webSocketEndpoint, dialectFile, identities, profile, timeoutSeconds } =
    settings;
  const { requestsPerSecond, revision } = settings;
  const { only, skip } = settings.selection;
  const { declared, withdrawn } = settings.features ?? { declared: [], withdrawn: [] };
  const args = [
    ...(settings.config === undefined ? [] : ["--config", settings.config]),
    ...(endpoint === undefined ? [] : ["--endpoint", urlWithoutSecrets(endpoint)]),
    ...(settings.replicas ?? []).flatMap((url) => ["--endpoint", urlWithoutSecrets(url)]),
    ...serverWords(settings),
    ...(webSocketEndpoint === undefined
      ? []
      : ["--ws-endpoint", urlWithoutSecrets(webSocketEndpoint)]),
    ...protocolWords(settings),
    ...(settings.tls === undefined ? [] : tlsWords(settings.tls)),
    ...(requestsPerSecond === undefined ? [] : ["--rate", String(requestsPerSecond)]),
    ...(dialectFile === undefined ? [] : ["--dialect", dialectFile]),
    ...identities.flatMap((request) => ["--identity", printIdentity(request)]),
    ...(profile === usualProfile(settings) && revision === undefined
      ? []
      : ["--profile", profileLabel(profile, revision)]),
    ...(timeoutSeconds === undefined ? [] : ["--timeout", String(timeoutSeconds)]),
    ...(settings.attempts === defaults.attempts ? [] : ["--attempts", String(settings.attempts)]),
    ...writeWords(settings),
    ...budgetWords(settings.proofBudget),
    ...declared.flatMap((feature) => ["--feature", feature]),
    ...withdrawn.flatMap((feature) => ["--no-feature", feature]),
    ...(settings.choice === undefined ? [] : [`--${settings.choice}`]),
    // One option per pattern, so that a report can replace all of them to select a single case.
    ...only.flatMap((pattern) => ["--only", pattern]),
    ...skip.flatMap((pattern) => ["--skip", pattern]),
    "--seed",
    String(seed),
  ];
  return [suiteCommand, ...[...command, ...args].map(quoteForShell)].join(" ");
}

function protocolWords({ protocol, kubernetes }: RunSettings): readonly string[] {
  if (kubernetes !== undefined || protocol === undefined) return kubernetesWords(kubernetes);
  return ["--protocol", protocol];
}

function usualProfile({
  profile,
  protocol = defaults.protocol,
}: RunSettings): RunSettings["profile"] {
  // Controller commands have no other profile.
  if (profile === "controller/v1") return profile;
  return protocols[protocol].profile;
}
