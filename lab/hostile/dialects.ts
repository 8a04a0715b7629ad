import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { printDialect } from "#targets/dialect-file";
import { canonicalDialect } from "#targets/graphql";
import type { Extent, HostileCase, WatchTransport } from "./hostile-case.ts";

const transports: readonly WatchTransport[] = ["graphql-transport-ws", "sse", "multipart"];

const extents: readonly Extent[] = ["one-kind", "everything"];

export function writeDialects(folder: string): void {
  for (const transport of transports) {
    for (const extent of extents) {
      writeFileSync(join(folder, fileName(transport, extent)), dialectText(transport, extent));
    }
  }
}

/** Returns the dialect file of a case, or undefined if the case uses the canonical dialect. */
export function dialectOf({
  transport,
  extent,
}: Pick<HostileCase, "transport" | "extent">): string | undefined {
  const isUsual = transport === "graphql-transport-ws" && extent === "everything";
  return isUsual ? undefined : fileName(transport, extent);
}

function fileName(transport: WatchTransport, extent: Extent): string {
  return `${extent}-over-${transport}.yaml`;
}

function dialectText(transport: WatchTransport, extent: Extent): string {
  const path = transport === "graphql-transport-ws" ? "/graphql" : "/graphql/stream";
  const watches = { protocol: transport, path };
  if (extent === "everything") {
    return `dialect: 1\nextends: canonical\nname: hostile-${extent}\nendpoint: ${JSON.stringify({ watches })}\n`;
  }
  // Does not use `extends`, because every run would have to resolve it again.
  return printDialect({
    ...canonicalDialect,
    name: `hostile-${extent}`,
    identities: {},
    endpoint: { ...canonicalDialect.endpoint, watches },
    // Also keeps a cluster-scoped kind, because the endpoint declares such kinds.
    kinds: canonicalDialect.kinds.filter(({ name }) => isKept.has(name)),
  });
}

const isKept: ReadonlySet<string> = new Set(["Service", "Namespace"]);
