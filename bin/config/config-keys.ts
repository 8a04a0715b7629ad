import type { RunArguments } from "../options/run-settings.ts";

/** What the value of a key is. A `path` starts at the folder of the configuration. */
export type ConfigValue = "text" | "path" | "number" | "switch" | "texts" | "paths" | "roles";

/** The keys of a configuration: the options of a run, in the words of their long names. */
export const configKeys = {
  endpoint: "text",
  wsEndpoint: "text",
  dialect: "path",
  identity: "roles",
  profile: "text",
  only: "texts",
  skip: "texts",
  maxFailures: "number",
  feature: "texts",
  noFeature: "texts",
  seed: "number",
  concurrency: "number",
  timeout: "number",
  rate: "number",
  attempts: "number",
  readOnly: "switch",
  writeBudget: "number",
  namePrefix: "text",
  yes: "switch",
  runs: "number",
  budget: "text",
  stress: "text",
  output: "path",
  format: "texts",
  baseline: "path",
  schemaFile: "path",
  protocol: "text",
  kubeconfig: "path",
  context: "text",
  kind: "texts",
  kindFile: "path",
  certificateAuthority: "path",
  clientCertificate: "path",
  clientKey: "path",
  insecure: "switch",
  quiet: "switch",
  verbose: "switch",
} as const satisfies Readonly<Partial<Record<keyof RunArguments, ConfigValue>>>;

/** What the value of each key is. */
export type ConfigKinds = typeof configKeys;

/** A key of a configuration. */
export type ConfigKey = keyof ConfigKinds;

/** Whether a text is a key of a configuration. */
export function isConfigKey(text: string): text is ConfigKey {
  return Object.hasOwn(configKeys, text);
}
