import { accessOf } from "../reach/connect-kubernetes.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { readTlsFiles } from "../options/tls-files.ts";
import type { ControllerProxyOptions } from "./controller-proxy.ts";

/**
 * The endpoint behind the proxy, and how it is reached.
 *
 * @throws UsageError when a file cannot be read.
 */
export async function upstreamOf({
  settings,
  address,
}: {
  readonly settings: RunSettings;
  readonly address?: string;
}): Promise<Pick<ControllerProxyOptions, "endpoint" | "tls">> {
  const { kubernetes, tls } = settings;
  if (kubernetes === undefined) {
    const { authorities, client, isUnverified } = tls === undefined ? {} : readTlsFiles(tls);
    return {
      endpoint: address ?? "",
      tls: {
        ...(authorities === undefined ? {} : { ca: authorities }),
        ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
        ...(isUnverified === true ? { rejectUnauthorized: false } : {}),
      },
    };
  }
  const access = await accessOf({
    wish: kubernetes,
    ...(address === undefined ? {} : { endpoint: address }),
  });
  const { certificateAuthority, certificate, key, isInsecure, serverName } = access.tls;
  return {
    endpoint: access.server,
    tls: {
      ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
      ...(certificate === undefined ? {} : { cert: certificate }),
      ...(key === undefined ? {} : { key }),
      ...(isInsecure === true ? { rejectUnauthorized: false } : {}),
      ...(serverName === undefined ? {} : { servername: serverName }),
    },
  };
}
