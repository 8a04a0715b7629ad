import { readFileSync } from "node:fs";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { reasonOf } from "#targets";
import type { ControllerBench, OwnedKind } from "#wings/controllers";
import type { FaultyVariant } from "#reference/controller";
import type { ControllerArguments } from "../options/controller-options.ts";
import { UsageError } from "../process/program-errors.ts";
import { parseDuration, parseWhole } from "../options/option-values.ts";
import { jsonIn } from "./recognition.ts";
import { variantNamed } from "./variant-named.ts";

export type ControllerRequest =
  | { readonly from: "reference"; readonly variant?: FaultyVariant }
  | {
      readonly from: "command";
      readonly command: string;
      readonly ready?: string;
      readonly readyMs: number;
    }
  /**
   * A controller that is already running. Without a port, the controller connects to the endpoint directly, bypassing
   * the proxy.
   */
  | { readonly from: "outside"; readonly port?: number };

export interface ControllerSettings extends Pick<
  ControllerBench,
  "convergeMs" | "quietMs" | "rivalFields" | "specs"
> {
  readonly controller: ControllerRequest;
  /**
   * The kinds to check. Defaults to all kinds with a status, or on the built-in reference server to those of the
   * reference controllers.
   */
  readonly kinds?: readonly string[];
  readonly owned?: Readonly<Record<string, readonly OwnedKind[]>>;
  readonly timeLimitMs: number;
  /** Whether the endpoint may serve lists with an older state. Absent if this depends only on the protocol. */
  readonly olderLists?: true;
}

const ports = { least: 1, most: 65_535 } as const;

/** Bounds of durations in milliseconds: 100 ms to one hour. */
const durations = { least: 100, most: 3_600_000 } as const;

/** Time limits for the reference controllers and for all other controllers, in milliseconds. */
const times = {
  reference: { convergeMs: 10_000, quietMs: 100 },
  other: { convergeMs: 60_000, quietMs: 1_000 },
} as const;

const usualTimeLimitMs = 1_800_000;

/** Bounds of a run's time limit in milliseconds: 1 s to one day. */
const runDurations = { least: 1_000, most: 86_400_000 } as const;

const usualReadyMs = 30_000;

export function readControllerSettings(typed: ControllerArguments): ControllerSettings {
  const controller = requestOf(typed);
  const { convergeMs, quietMs } = controller.from === "reference" ? times.reference : times.other;
  const { converge, kind, owned, rivalField, specs, timeLimit } = typed;
  return {
    controller,
    convergeMs:
      converge === undefined ? convergeMs : parseDuration("--converge", converge, durations),
    quietMs,
    timeLimitMs:
      timeLimit === undefined
        ? usualTimeLimitMs
        : parseDuration("--time-limit", timeLimit, runDurations),
    ...(typed.olderLists === true ? { olderLists: true } : {}),
    ...(kind === undefined ? {} : { kinds: kind }),
    ...(specs === undefined ? {} : { specs: readSpecs(specs) }),
    ...(rivalField === undefined ? {} : { rivalFields: rivalFieldsOf(rivalField) }),
    ...(owned === undefined ? {} : { owned: ownedKindsOf(owned) }),
  };
}

function requestOf(typed: ControllerArguments): ControllerRequest {
  const { command, ready, readyTime, proxyPort, variant } = typed;
  refuseBoth(typed);
  if (command === undefined && (ready !== undefined || readyTime !== undefined)) {
    throw new UsageError(
      "--ready and --ready-time apply only to a controller started with --command",
      {
        fix: "Add --command.",
      },
    );
  }
  if (command !== undefined) {
    if (command.trim() === "") {
      throw new UsageError("--command has no value", { fix: "Pass a command line." });
    }
    const readyMs =
      readyTime === undefined ? usualReadyMs : parseDuration("--ready-time", readyTime, durations);
    return { from: "command", command, ...(ready === undefined ? {} : { ready }), readyMs };
  }
  if (variant !== undefined) return { from: "reference", variant: variantNamed(variant) };
  if (proxyPort !== undefined) {
    return { from: "outside", port: parseWhole("--proxy-port", proxyPort, ports) };
  }
  return typed.reference === true || isAboutReference(typed)
    ? { from: "reference" }
    : { from: "outside" };
}

function isAboutReference({
  endpoint,
  protocol,
  kubeconfig,
  context,
}: ControllerArguments): boolean {
  return (
    endpoint === undefined &&
    kubeconfig === undefined &&
    context === undefined &&
    protocol !== "kubernetes"
  );
}

function refuseBoth({ command, proxyPort, reference, variant }: ControllerArguments): void {
  const given = [
    ...(command === undefined ? [] : ["--command"]),
    ...(proxyPort === undefined ? [] : ["--proxy-port"]),
    ...(reference === true ? ["--reference"] : []),
    ...(variant === undefined ? [] : ["--variant"]),
  ];
  if (given.length < 2) return;
  throw new UsageError(`${given.join(" and ")} are mutually exclusive`, {
    fix: "Each of these options selects a controller; keep only one.",
  });
}

function rivalFieldsOf(texts: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const members: Record<string, readonly string[]> = {};
  for (const text of texts) {
    const { kind, member } = /^(?<kind>[^.]+)\.(?<member>[^.]+)$/u.exec(text)?.groups ?? {};
    if (kind === undefined || member === undefined) {
      throw new UsageError(`invalid value for --rival-field: "${text}"`, {
        fix: "Specify a kind and a field of its status, e.g. Bucket.usedObjects.",
      });
    }
    members[kind] = [...(members[kind] ?? []), member];
  }
  return members;
}

function ownedKindsOf(texts: readonly string[]): Readonly<Record<string, readonly OwnedKind[]>> {
  const found: Record<string, readonly OwnedKind[]> = {};
  for (const text of texts) {
    const { owner, kind, label } =
      /^(?<owner>[^=:]+)=(?<kind>[^=:]+):(?<label>[^=:]+)$/u.exec(text)?.groups ?? {};
    if (owner === undefined || kind === undefined || label === undefined) {
      throw new UsageError(`invalid value for --owned: "${text}"`, {
        fix: "Specify the kind of the owner, the owned kind and a label, e.g. Deployment=ConfigMap:owner.",
      });
    }
    found[owner] = [...(found[owner] ?? []), { kind, label }];
  }
  return found;
}

function readSpecs(path: string): Readonly<Record<string, readonly JsonObject[]>> {
  const content = jsonIn(textOf(path));
  if (!isJsonObject(content)) throw noSpecs(path, "it is not a JSON object");
  const specs = Object.entries(content).map(([kind, list]) => {
    const items = Array.isArray(list) ? list.filter(isJsonObject) : [];
    if (!Array.isArray(list) || items.length !== list.length || items.length < 2) {
      throw noSpecs(path, `${kind} is not a list of at least two objects`);
    }
    return [kind, items] as const;
  });
  return Object.fromEntries(specs);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw noSpecs(path, reasonOf(error));
  }
}

function noSpecs(path: string, why: string): UsageError {
  return new UsageError(`invalid specs in ${path}: ${why}`, {
    fix: 'Write an object with a list for each kind: {"Widget": [{"size": 1}, {"size": 2}]}.',
  });
}
