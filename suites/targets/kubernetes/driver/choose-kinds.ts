import type { Limits } from "#contract";
import { TargetUnreachable } from "../../port/target.ts";
import { statusKinds } from "../named-kinds/status-kinds.ts";
import type { StatusKind } from "../named-kinds/status-kinds.ts";
import { customGroups } from "../named-kinds/custom-groups.ts";
import { nearPattern } from "../named-kinds/near-pattern.ts";
import { statusWriter } from "../named-kinds/status-writer.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import type { Caller } from "../resources/caller.ts";
import { RestTransport } from "../resources/rest-transport.ts";
import type { TlsMaterial } from "../resources/rest-transport.ts";
import { askDiscovery } from "./ask-discovery.ts";
import { askingOf, greet, serverAddress } from "./first-contact.ts";

export interface KindChoiceOptions {
  readonly server: string;
  readonly tls: TlsMaterial;
  readonly administrator: Caller;
  /** Kinds that are included unconditionally, as kubectl names them. */
  readonly named: readonly string[];
  /** Patterns of other kinds, for suggestions if none matches. */
  readonly patterns: readonly string[];
  /** Whether to include a kind with a status that the user did not name. */
  readonly isMeant: (name: string) => boolean;
  readonly limits: Limits;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** A kind for a run, tested or skipped. */
export interface ChosenKind {
  /** The kind's name as kubectl lists it: `deployments.apps`. */
  readonly name: string;
  /** The reason why the kind is skipped. Absent if the kind can be written. */
  readonly skipped?: string;
  /** Whether the kind is a custom resource. The same server code handles all custom resources. */
  readonly isCustom?: true;
}

/**
 * Selects kinds of an API server: those with a status, except for kinds with an active controller and kinds of
 * Kubernetes itself. Read-only.
 *
 * @throws TargetUnreachable when the server cannot be reached, or no kind is selected.
 */
export async function chooseKinds(options: KindChoiceOptions): Promise<readonly ChosenKind[]> {
  const { limits, tls, userAgent, administrator, named, patterns, isMeant, signal } = options;
  const address = serverAddress(options.server);
  await using transport = new RestTransport({
    address,
    tls,
    userAgent,
    openMs: limits.watchOpenMs,
  });
  const contact = { transport, administrator, limits, signal };
  await greet({ ...contact, impersonates: false, definesKinds: false });
  const caller = administrator;
  const discover = askDiscovery({ transport, caller, limitMs: limits.connectMs, signal });
  const served = await statusKinds(discover);
  const meant = served.filter(({ name }) => isMeant(name));
  const ask = askingOf(contact);
  const custom = await customGroups(ask);
  const chosen = await Promise.all(
    meant
      .filter(({ name }) => !named.includes(name))
      .map(async (kind): Promise<ChosenKind> => {
        const [, ...group] = kind.name.split(".");
        const isCustom = custom.has(group.join(".")) ? { isCustom: true as const } : {};
        return { name: kind.name, ...isCustom, ...(await skippedFor(kind, ask)) };
      }),
  );
  const all = [...named.map((name) => ({ name })), ...chosen];
  if (all.length > 0) return all;
  throw new TargetUnreachable("--kind matches no kind with a status on the API server", {
    fix: `Write kinds as \`kubectl api-resources -o name\` lists them. An asterisk matches any characters.${suggested(
      patterns,
      served.map(({ name }) => name),
    )}`,
  });
}

function suggested(patterns: readonly string[], names: readonly string[]): string {
  const near = [...new Set(patterns.flatMap((pattern) => nearPattern(pattern, names)))];
  return near.length === 0 ? "" : ` Near misses: ${near.join(", ")}.`;
}

async function skippedFor(
  { path, isInternal }: StatusKind,
  ask: Ask,
): Promise<Pick<ChosenKind, "skipped">> {
  if (isInternal) {
    return { skipped: "built into Kubernetes, with rules that are not in its schema" };
  }
  const writer = await statusWriter(path, ask);
  return writer === undefined
    ? {}
    : {
        skipped: `a controller is running: ${writer} has written the status of an object`,
      };
}
