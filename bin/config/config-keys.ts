import type { RunArguments } from "../options/run-settings.ts";

/** A `path` is relative to the folder of the configuration file. */
export type ConfigValue = "text" | "path" | "number" | "switch" | "texts" | "paths" | "roles";

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
  compress: "switch",
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

export type ConfigKinds = typeof configKeys;

export type ConfigKey = keyof ConfigKinds;

export function isConfigKey(text: string): text is ConfigKey {
  return Object.hasOwn(configKeys, text);
}
