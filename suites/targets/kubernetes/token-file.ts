import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { env } from "node:process";
import { parse } from "yaml";

/**
 * The token in the file that a kubeconfig names for a user as `tokenFile`, which the Kubernetes client does
 * not know. As for kubectl, it goes before a token in the kubeconfig itself. Undefined where none is
 * named; throws where the file cannot be read.
 */
export function tokenFromFile(path: string | undefined, user: string): string | undefined {
  for (const kubeconfig of path === undefined ? defaultPaths() : [path]) {
    const named = tokenFileOf(kubeconfig, user);
    if (named === undefined) continue;
    return readFileSync(resolve(dirname(kubeconfig), named), "utf8").trim();
  }
  return undefined;
}

/** Where kubectl looks, in its order. */
function defaultPaths(): readonly string[] {
  const listed = (env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length === 0 ? [join(homedir(), ".kube", "config")] : listed;
}

/** The first user of a name counts. A file of several that is not there is left out, as kubectl does. */
function tokenFileOf(kubeconfig: string, user: string): string | undefined {
  const users = memberOf(documentIn(kubeconfig), "users");
  const entries: readonly unknown[] = Array.isArray(users) ? users : [];
  const entry = entries.find((candidate) => memberOf(candidate, "name") === user);
  const named = memberOf(memberOf(entry, "user"), "tokenFile");
  return typeof named === "string" && named !== "" ? named : undefined;
}

function documentIn(kubeconfig: string): unknown {
  try {
    return parse(readFileSync(kubeconfig, "utf8"));
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return new Map(Object.entries(value)).get(name);
}
