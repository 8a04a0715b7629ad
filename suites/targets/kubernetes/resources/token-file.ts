import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { env } from "node:process";
import { parse } from "yaml";
import { isJsonObject } from "#contract";

/**
 * Reads the token from the `tokenFile` of a user in a kubeconfig, because the Kubernetes client does not support this
 * property. As in kubectl, the file takes precedence over a token in the kubeconfig itself, and the first of several
 * kubeconfigs with the user counts. Undefined if there is no `tokenFile`. Throws if the file cannot be read.
 */
export function tokenFromFile(path: string | undefined, user: string): string | undefined {
  for (const kubeconfig of path === undefined ? defaultPaths() : [path]) {
    const known = userIn(kubeconfig, user);
    if (known === undefined) continue;
    const named = memberOf(known, "tokenFile");
    if (typeof named !== "string" || named === "") return undefined;
    return readFileSync(resolve(dirname(kubeconfig), named), "utf8").trim();
  }
  return undefined;
}

/** Returns the files that kubectl reads by default: those in `KUBECONFIG`, otherwise `~/.kube/config`. */
function defaultPaths(): readonly string[] {
  const listed = (env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length === 0 ? [join(homedir(), ".kube", "config")] : listed;
}

function userIn(kubeconfig: string, user: string): unknown {
  const users = memberOf(documentIn(kubeconfig), "users");
  const entries: readonly unknown[] = Array.isArray(users) ? users : [];
  const entry = entries.find((candidate) => memberOf(candidate, "name") === user);
  return memberOf(entry, "user");
}

/**
 * Parses a kubeconfig. Undefined if the file cannot be read: the client has already reported errors, and some of
 * several listed files may be absent.
 */
function documentIn(kubeconfig: string): unknown {
  try {
    return parse(readFileSync(kubeconfig, "utf8"));
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined;
}
