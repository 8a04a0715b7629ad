import { lookup } from "node:dns/promises";
import { agreeing } from "#contract";
import type { TargetDescription } from "#targets";
import { UsageError } from "../process/program-errors.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { isInCi } from "../process/world.ts";
import type { World } from "../process/world.ts";

export interface WritingRequest {
  readonly settings: Pick<RunSettings, "isSureToWrite" | "mostWrites" | "replicas">;
  readonly world: Pick<World, "ask" | "environment">;
  /** The option that avoids writes. Defaults to `--read-only`. */
  readonly instead?: string;
}

/**
 * Asks for confirmation before writing to another machine, which may be in production. Skipped with `--yes` and in CI.
 *
 * @throws UsageError if the user declines or cannot be asked.
 */
export async function confirmWriting(
  { endpoint, otherAddresses = [] }: Pick<TargetDescription, "endpoint" | "otherAddresses">,
  { settings, world, instead = "--read-only" }: WritingRequest,
): Promise<void> {
  if (settings.mostWrites === 0 || settings.isSureToWrite || isInCi(world.environment)) return;
  const replicas = (settings.replicas ?? []).map(({ href }) => href);
  const hosts = [...new Set([endpoint, ...otherAddresses, ...replicas].map(hostOf))];
  const isHere = await Promise.all(hosts.map(staysHere));
  const others = hosts.filter((_, index) => isHere[index] === false);
  if (others.length === 0) return;
  const far = others.join(" and ");
  const what = `The run will create, change and delete its own objects on ${far}.`;
  if (world.ask === undefined) {
    throw new UsageError(
      `${far} ${agreeing(others.length, "is another machine", "are other machines")}, and there is no terminal to ask for confirmation`,
      {
        fix: `Pass --yes to allow writing to ${agreeing(others.length, "it", "them")}, or ${instead}.`,
      },
    );
  }
  const answer = await world.ask(`${what} Continue? [y/N] `);
  if (/^\s*y(es)?\s*$/i.test(answer)) return;
  throw new UsageError(`nothing was written to ${far}`, {
    fix: `Answer y or pass --yes to allow writing; ${instead} writes nothing.`,
  });
}

export function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    /^127(\.\d{1,3}){3}$/.test(host) ||
    ["0.0.0.0", "[::]", "[::1]"].includes(host)
  );
}

/**
 * Whether a host is a loopback address, or a localhost name that resolves only to loopback addresses. Such a name may
 * resolve to another machine.
 */
async function staysHere(host: string): Promise<boolean> {
  if (!isLoopback(host)) return false;
  if (!host.endsWith("localhost")) return true;
  try {
    const found = await lookup(host, { all: true });
    return found.every(({ address, family }) =>
      isLoopback(family === 6 ? `[${address}]` : address),
    );
  } catch {
    // The host cannot be resolved, so nothing can be sent to it.
    return true;
  }
}

function hostOf(address: string): string {
  return new URL(address).hostname.toLowerCase();
}
