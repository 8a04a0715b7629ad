import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isJsonObject } from "#contract";
import { asText, listAt, memberAt } from "../../../bin/testing/installed-package.ts";
import { askCluster, patchInCluster } from "../administrator.ts";
import type { Cluster } from "../cluster.ts";
import { killOnExit } from "../kill-on-exit.ts";

export interface NodeAgentOptions {
  readonly cluster: Cluster;
  /** Folder for the volumes, one folder per claim. */
  readonly volumes: string;
  /** Folder whose programs the image would contain. It comes first in the `PATH` of each container. */
  readonly programs: string;
  readonly signal: AbortSignal;
}

/** The pods of the namespace whose Jobs are run. */
export const pods = "/api/v1/namespaces/default/pods";

const pollMs = 200;

/**
 * Replaces a scheduler and a kubelet: binds each new pod of the namespace `default`, runs the command of its container
 * as a process, and reports the phase. Processes share the file system of this machine, so in their environment a path
 * on a volume is replaced by the folder of the volume. After the signal, ends the processes and resolves.
 */
export async function runNodeAgent(options: NodeAgentOptions): Promise<void> {
  const { cluster, signal } = options;
  const taken = new Set<string>();
  const running: Promise<void>[] = [];
  while (!signal.aborted) {
    const listed: unknown = JSON.parse((await askCluster(cluster, pods)).text);
    for (const pod of listAt(listed, "items")) {
      const name = asText(memberAt(pod, "metadata", "name"));
      if (taken.has(name)) continue;
      taken.add(name);
      running.push(runPod(options, name, pod));
    }
    await pause(pollMs);
  }
  await Promise.all(running);
}

interface AssignedPod {
  readonly name: string;
  readonly pod: unknown;
  readonly container: unknown;
}

async function runPod(options: NodeAgentOptions, name: string, pod: unknown): Promise<void> {
  const { cluster } = options;
  await askCluster(cluster, `${pods}/${name}/binding`, {
    apiVersion: "v1",
    kind: "Binding",
    metadata: { name },
    target: { apiVersion: "v1", kind: "Node", name: "agent" },
  });
  const startedAt = new Date().toISOString();
  await report(cluster, name, { phase: "Running", startTime: startedAt });
  const [container] = listAt(pod, "spec", "containers");
  const code = await runContainer(options, { name, pod, container });
  const finishedAt = new Date().toISOString();
  const state = { terminated: { exitCode: code, startedAt, finishedAt } };
  const containerName = asText(memberAt(container, "name"));
  const image = asText(memberAt(container, "image"));
  await report(cluster, name, {
    phase: code === 0 ? "Succeeded" : "Failed",
    containerStatuses: [
      { name: containerName, image, imageID: image, ready: false, restartCount: 0, state },
    ],
  });
}

async function report(cluster: Cluster, name: string, status: unknown): Promise<void> {
  const { status: code, text } = await patchInCluster(cluster, `${pods}/${name}/status`, {
    status,
  });
  // The Job controller deletes the pods that it no longer needs.
  if (code !== 200 && code !== 404) throw new Error(`a pod cannot be reported on: ${text}`);
}

async function runContainer(
  { cluster, volumes, programs, signal }: NodeAgentOptions,
  { name, pod, container }: AssignedPod,
): Promise<number> {
  const folders = await foldersOf(volumes, pod, container);
  const variables = listAt(container, "env").map((variable) => [
    asText(memberAt(variable, "name")),
    onVolumes(valueOf(variable, pod), folders),
  ]);
  const [program = "", ...parameters] = listAt(container, "command").map(asText);
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(program, parameters, {
    cwd: volumes,
    stdio: "ignore",
    env: { HOME, NO_COLOR: "1", ...Object.fromEntries(variables), PATH: `${programs}:${PATH}` },
  });
  killOnExit(child);
  const closed = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? killedCode));
  });
  const ended = new AbortController();
  const end = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", end, { once: true });
  const deleted = isDeleted(cluster, name, ended.signal).then((yes) => {
    if (yes) end();
  });
  try {
    const [code] = await Promise.all([closed.finally(() => ended.abort()), deleted]);
    return code;
  } finally {
    ended.abort();
    signal.removeEventListener("abort", end);
  }
}

/** Exit code of a container that SIGTERM has ended. */
const killedCode = 143;

/** Resolves with true once the pod is being deleted, or with false after the signal. */
async function isDeleted(cluster: Cluster, name: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { status, text } = await askCluster(cluster, `${pods}/${name}`);
    const pod: unknown = status === 200 ? JSON.parse(text) : undefined;
    if (status === 404 || memberAt(pod, "metadata", "deletionTimestamp") !== undefined) return true;
    await pause(pollMs);
  }
  return false;
}

/** Creates a folder for each mounted volume; mounts of the same claim share one. Returns the folders by mount path. */
async function foldersOf(
  volumes: string,
  pod: unknown,
  container: unknown,
): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>();
  for (const mount of listAt(container, "volumeMounts")) {
    const volume = listAt(pod, "spec", "volumes").find(
      (one) => memberAt(one, "name") === memberAt(mount, "name"),
    );
    const claim = memberAt(volume, "persistentVolumeClaim", "claimName");
    const folder = join(volumes, asText(claim ?? memberAt(volume, "name")));
    await mkdir(folder, { recursive: true });
    folders.set(asText(memberAt(mount, "mountPath")), folder);
  }
  return folders;
}

function onVolumes(value: string, folders: ReadonlyMap<string, string>): string {
  const mount = [...folders.keys()].find((path) => value === path || value.startsWith(`${path}/`));
  return mount === undefined ? value : `${folders.get(mount)}${value.slice(mount.length)}`;
}

/** The value of a variable, which may be a field of the pod: the Job controller passes the index as an annotation. */
function valueOf(variable: unknown, pod: unknown): string {
  const path = memberAt(variable, "valueFrom", "fieldRef", "fieldPath");
  if (typeof path !== "string") return asText(memberAt(variable, "value"));
  const [, map = "", key = ""] = /^metadata\.(annotations|labels)\['(.+)'\]$/u.exec(path) ?? [];
  const entries = memberAt(pod, "metadata", map);
  if (isJsonObject(entries) && typeof entries[key] === "string") return entries[key];
  throw new Error(`the agent does not know the field ${path} of a pod`);
}
