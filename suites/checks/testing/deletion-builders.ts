import type { JsonObject, ResourceMetadata } from "#contract";
import type { Written } from "#harness";
import { writtenAt } from "./watch-builders.ts";

/** What holds an object whose deletion was asked for. */
export const finalizers = ["conformance.example/hold"];

/** The metadata of an object that waits for the end of its deletion. */
export const going: Partial<ResourceMetadata> = {
  finalizers,
  deletionTimestamp: "2024-05-01T12:00:00Z",
  generation: 2,
};

/** An object that waits for the end of its deletion, with other metadata. */
export function waiting(
  version: string,
  metadata: Partial<ResourceMetadata>,
  status?: JsonObject,
): Written {
  const parts = { metadata: { ...going, ...metadata } };
  return writtenAt(version, status === undefined ? parts : { ...parts, status });
}
