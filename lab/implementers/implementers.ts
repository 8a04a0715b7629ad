import { go } from "./go.ts";
import type { Implementer } from "./implementer.ts";
import { java } from "./java.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { typescript } from "./typescript.ts";

/** The APIs of `docs/examples/implementers`, the quickest first. */
export const implementers: readonly Implementer[] = [typescript, go, rust, python, java];
