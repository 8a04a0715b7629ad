import type { Written } from "#harness";
import { writtenAt } from "./watch-builders.ts";

export function atGeneration(version: string, generation?: number): Written {
  const written = writtenAt(version);
  const { generation: _one, ...metadata } = written.object.metadata;
  const counted = generation === undefined ? metadata : { ...metadata, generation };
  return { ...written, object: { ...written.object, metadata: counted } };
}
