import { randomBytes } from "node:crypto";
import { impersonatedUser, impersonatingCaller, tokenCaller } from "#targets/kubernetes";
import type { Caller } from "#targets/kubernetes";
import { accessOf } from "../reach/connect-kubernetes.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { readTlsFiles } from "../options/tls-files.ts";
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
}

export async function upstreamOf({ settings, address }: UpstreamRequest): Promise<ProxiedEndpoint> {
  const { kubernetes, tls } = settings;
  if (kubernetes === undefined) {
    const { authorities, client, isUnverified } = tls === undefined ? {} : readTlsFiles(tls);
    return {
      upstream: {
        endpoint: address ?? "",
        tls: {
          ...(authorities === undefined ? {} : { ca: authorities }),
          ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
          ...(isUnverified === true ? { rejectUnauthorized: false } : {}),
        },
      },
    };
  }
  const access = await accessOf({
    request: kubernetes,
    ...(address === undefined ? {} : { endpoint: address }),
  });
  const { certificateAuthority, certificate, key, isInsecure, serverName } = access.tls;
  const tokens = { controller: newToken(), administrator: newToken() };
  return {
    upstream: {
      endpoint: access.server,
      tls: {
        ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
        ...(certificate === undefined ? {} : { cert: certificate }),
        ...(key === undefined ? {} : { key }),
        ...(isInsecure === true ? { rejectUnauthorized: false } : {}),
        ...(serverName === undefined ? {} : { servername: serverName }),
      },
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
