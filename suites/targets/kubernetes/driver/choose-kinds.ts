import { isJsonObject } from "#contract";
import type { JsonObject, Limits } from "#contract";
import { nearest } from "../../port/nearest.ts";
import { TargetUnreachable } from "../../port/target.ts";
import { listedIn } from "../named-kinds/discovery.ts";
import { statusKinds } from "../named-kinds/status-kinds.ts";
import type { StatusKind } from "../named-kinds/status-kinds.ts";
import type { Ask } from "../resources/administrator-rules.ts";
import type { Caller } from "../resources/rest-request.ts";
import { transportTo } from "../resources/rest-transport.ts";
import type { TlsMaterial } from "../resources/rest-transport.ts";
import { askDiscovery } from "./ask-discovery.ts";
import { askingOf, greet, serverAddress } from "./first-contact.ts";

export interface KindChoiceOptions {
  readonly server: string;
  readonly tls: TlsMaterial;
  /** The forward proxy. None by default. */
  readonly proxy?: URL;
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
 * Selects kinds of an API server: the named ones, and those with a status that `isMeant` accepts. Of the latter, kinds
 * with an active controller and kinds of Kubernetes itself are marked as skipped. Read-only.
 *
 * @throws TargetUnreachable when the server cannot be reached, or no kind is selected.
 */
export async function chooseKinds(options: KindChoiceOptions): Promise<readonly ChosenKind[]> {
  const { limits, administrator, named, patterns, isMeant, signal } = options;
  const address = serverAddress(options.server);
  await using transport = transportTo(address, options);
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
    fix: `Pass names that \`kubectl api-resources -o name\` prints. An asterisk matches any characters.${suggested(
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

const maxSuggested = 5;

/**
 * Suggests kinds for a pattern without a match: those whose name, plural or group is similar to the string between the
 * asterisks.
 */
export function nearPattern(pattern: string, names: readonly string[]): readonly string[] {
  const texts = pattern.split("*").map((text) => text.replaceAll(/^\.|\.$/gu, ""));
  const wanted = texts.filter((text) => text.length > 2);
  const isNear = (name: string): boolean => {
    const [plural = "", ...group] = name.split(".");
    const parts = [name, plural, group.join(".")].filter((part) => part !== "");
    return wanted.length > 0 && wanted.every((text) => nearest(text, parts, 1).length > 0);
  };
  return names.filter(isNear).slice(0, maxSuggested);
}

/** The label by which kube-aggregator marks the services that it manages: `true` for those of custom resources. */
const managedLabel = "kube-aggregator.kubernetes.io/automanaged";

/**
 * Resolves with the API groups that contain only custom resources. The set is empty if the groups cannot be determined.
 */
export async function customGroups(ask: Ask): Promise<ReadonlySet<unknown>> {
  const path = "/apis/apiregistration.k8s.io/v1/apiservices";
  const listed = await ask({ method: "GET", path, query: {} }).catch(() => undefined);
  const services = listedIn(listed, "items").map(serviceIn);
  const others = new Set(services.filter(({ isCustom }) => !isCustom).map(({ group }) => group));
  return new Set(services.map(({ group }) => group).filter((group) => !others.has(group)));
}

function serviceIn({ metadata, spec }: JsonObject): {
  readonly group: unknown;
  readonly isCustom: boolean;
} {
  const labels = isJsonObject(metadata) ? metadata["labels"] : undefined;
  return {
    group: isJsonObject(spec) ? spec["group"] : undefined,
    isCustom: isJsonObject(labels) && labels[managedLabel] === "true",
  };
}

const maxObjects = 50;

/**
 * Finds the field manager that wrote the status of an existing object: a sign that a controller of the kind runs or has
 * run on this server. kubectl does not count as a controller. Undefined if there is no such manager.
 */
async function statusWriter(path: string, ask: Ask): Promise<string | undefined> {
  const query = { limit: String(maxObjects) };
  const objects = listedIn(await ask({ method: "GET", path, query }), "items");
  return objects.flatMap(writersOf).find((manager) => !manager.startsWith("kubectl"));
}

function writersOf({ metadata }: JsonObject): readonly string[] {
  const managed: unknown = isJsonObject(metadata) ? metadata["managedFields"] : undefined;
  if (!Array.isArray(managed)) return [];
  return managed.flatMap((one: unknown) => {
    if (!isJsonObject(one) || one["subresource"] !== "status") return [];
    return typeof one["manager"] === "string" ? [one["manager"]] : [];
  });
}
