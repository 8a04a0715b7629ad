import type { JsonObject, ResourceMetadata } from "#contract";
import type { Written } from "#harness";
import { writtenAt } from "./watch-builders.ts";

export const finalizers = ["conformance.example/hold"];

export const going: Partial<ResourceMetadata> = {
  finalizers,
  deletionTimestamp: "2024-05-01T12:00:00Z",
  generation: 2,
};

export function waiting(
  version: string,
  metadata: Partial<ResourceMetadata>,
  status?: JsonObject,
): Written {
  const parts = { metadata: { ...going, ...metadata } };
  return writtenAt(version, status === undefined ? parts : { ...parts, status });
}
