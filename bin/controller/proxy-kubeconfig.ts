import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";

/** What a kubeconfig for the proxy says. */
export interface KubeconfigContent {
  /** The address of the proxy, with `https`. */
  readonly server: string;
  /** Certificates by which the proxy is trusted, in PEM. */
  readonly authority: string;
  readonly token: string;
}

/** Files for a controller behind the proxy. Disposing removes them. */
export interface ProxyFiles extends Disposable {
  /** A kubeconfig. */
  readonly kubeconfig: string;
  /** The certificates by which the proxy is trusted. */
  readonly authority: string;
}

/** Writes a kubeconfig that every client of Kubernetes understands, into a folder that only this user may read. */
export function writeProxyFiles(content: KubeconfigContent): ProxyFiles {
  const folder = mkdtempSync(join(tmpdir(), "conformance-controller-"));
  const [kubeconfig, authority] = [join(folder, "kubeconfig"), join(folder, "authority.crt")];
  writeFileSync(kubeconfig, stringify(kubeconfigOf(content)), { mode: 0o600 });
  writeFileSync(authority, content.authority, { mode: 0o600 });
  return {
    kubeconfig,
    authority,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function kubeconfigOf({ server, authority, token }: KubeconfigContent): object {
  const name = "conformance";
  // Some clients put a path that starts with a slash behind it.
  const address = server.replace(/\/$/u, "");
  const data = Buffer.from(authority).toString("base64");
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server: address, "certificate-authority-data": data } }],
    users: [{ name: "controller", user: { token } }],
    contexts: [{ name, context: { cluster: name, user: "controller" } }],
    "current-context": name,
  };
}
