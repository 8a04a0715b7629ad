import { randomBytes } from "node:crypto";
import { tlsConnectOptions } from "#targets";
import {
  connectOptionsOf,
  impersonatedUser,
  impersonatingCaller,
  tokenCaller,
} from "#targets/kubernetes";
import type { Caller } from "#targets/kubernetes";
import { accessOf, proxyTo } from "../reach/connect-kubernetes.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { readTlsFiles } from "../options/tls-files.ts";
import type { World } from "../process/world.ts";
import { credentialOf } from "./credential-of.ts";
import type { UpstreamCaller } from "./upstream-callers.ts";
import type { Upstream } from "./upstream-connection.ts";

export interface ProxyTokens {
  readonly controller: string;
  readonly administrator: string;
}

export interface ProxiedEndpoint {
  readonly upstream: Upstream;
  /** Tokens that only the proxy accepts. Absent if a controller gets the credential itself. */
  readonly tokens?: ProxyTokens;
}

export interface UpstreamRequest {
  readonly settings: RunSettings;
  /** The address of the endpoint. Defaults to the server in the kubeconfig. */
  readonly address?: string;
  readonly world: Pick<World, "environment">;
}

export async function upstreamOf({
  settings,
  address,
  world: { environment },
}: UpstreamRequest): Promise<ProxiedEndpoint> {
  const { kubernetes, tls } = settings;
  if (kubernetes === undefined) {
    const endpoint = address ?? "";
    const proxy = proxyTo(endpoint, environment);
    const options = tls === undefined ? {} : tlsConnectOptions(readTlsFiles(tls));
    return { upstream: { endpoint, tls: options, ...(proxy === undefined ? {} : { proxy }) } };
  }
  const access = await accessOf({
    request: kubernetes,
    environment,
    ...(address === undefined ? {} : { endpoint: address }),
  });
  const tokens = { controller: newToken(), administrator: newToken() };
  return {
    upstream: {
      endpoint: access.server,
      ...(access.proxy === undefined ? {} : { proxy: access.proxy }),
      tls: connectOptionsOf(access.tls),
      callers: new Map<string, UpstreamCaller>([
        [tokens.controller, controllerOf(settings, access.caller)],
        [tokens.administrator, access.caller],
      ]),
    },
    tokens,
  };
}

function controllerOf(settings: RunSettings, administrator: Caller): Caller {
  const token = credentialOf("controller", settings);
  return token === undefined
    ? impersonatingCaller(administrator, impersonatedUser("controller"))
    : tokenCaller(token);
}

export function newToken(): string {
  return randomBytes(24).toString("base64url");
}
