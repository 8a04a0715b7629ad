import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";

export interface KubeconfigContent {
  /** Server address with the scheme `https`. */
  readonly server: string;
  /** CA certificates of the proxy, in PEM. */
  readonly authority: string;
  readonly token: string;
}

/** Paths of the files for a controller behind the proxy. Disposing removes the files. */
export interface ProxyFiles extends Disposable {
  readonly kubeconfig: string;
  readonly authority: string;
}

/** Writes a kubeconfig that any Kubernetes client can read, into a folder that only the current user can access. */
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
  // Some clients append a path that starts with a slash, so the address must not end with a slash.
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
