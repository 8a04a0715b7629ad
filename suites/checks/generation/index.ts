import type { AnyCheck } from "#harness";
import { countsAsFarAsItGoes } from "./counts-as-far-as-it-goes.ts";
import { countsSpecChanges } from "./counts-spec-changes.ts";
import { ignoresMetadataWrites } from "./ignores-metadata-writes.ts";
import { notWritable } from "./not-writable.ts";
import { observedStoredAsSent } from "./observed-stored-as-sent.ts";
import { startsAtOne } from "./starts-at-one.ts";

export const generationChecks: readonly AnyCheck[] = [
  startsAtOne,
  countsSpecChanges,
  countsAsFarAsItGoes,
  ignoresMetadataWrites,
  notWritable,
  observedStoredAsSent,
];
