import { go } from "./go.ts";
import type { Implementer } from "./implementer.ts";
import { java } from "./java.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { typescript } from "./typescript.ts";

export const implementers: readonly Implementer[] = [typescript, go, rust, python, java];
