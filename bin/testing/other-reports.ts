import { keyOf } from "#contract";
import type { Resource } from "#contract";
import type { Target } from "#targets";

/** Acknowledges the generation of each selected Service, as a controller of the endpoint would. */
export async function reportOnServices(
  target: Target,
  isDue: (object: Resource) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const list = { verb: "list", identity: "controller", kind: "Service" } as const;
  const { outcome } = await target.execute({ ...list, namespace: "default" }, signal);
  const items = outcome.result === "list" ? outcome.items : [];
  for (const object of items.filter(isDue)) {
    const { resourceVersion, generation = 0 } = object.metadata;
    const status = { observedGeneration: generation };
    const write = { verb: "updateStatus", identity: "controller" } as const;
    await target.execute({ ...write, key: keyOf(object), resourceVersion, status }, signal);
  }
}
