import type { Implementer } from "./implementer.ts";
import { python } from "./python.ts";
import { typescript } from "./typescript.ts";

/** The APIs of `docs/examples/implementers`, the quickest to build first. */
export const implementers: readonly Implementer[] = [typescript, python];
