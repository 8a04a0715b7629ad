import type { LoggedWriter } from "./logged-request.ts";

/** The same user with two agents counts as two writers. */
export function writerKey({ user, agent = "" }: LoggedWriter): string {
  return `${user}\n${agent}`;
}

/**
 * A short name of a writer: the user, and the program and last component of its agent, in client-go's format:
 * `kube-controller-manager/v1.34.4 (linux/amd64) kubernetes/1a2b3c4/shared-informers`.
 */
export function writerName({ user, agent }: LoggedWriter): string {
  if (agent === undefined) return user;
  const [program = "", ...rest] = agent.split(" ");
  const component = /\/[^/]+\/(?<name>[^/]+)$/u.exec(rest.at(-1) ?? "")?.groups?.["name"];
  const shown = component === undefined ? program : `${program} ${component}`;
  return shown === "" ? user : `${user} (${shown})`;
}
