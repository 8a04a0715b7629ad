import { setFlagsFromString } from "node:v8";

/**
 * Limits growth of V8's old generation to 70 % between collections, while the default allows growth to several times
 * the live size. The live heap of a run stays below 70 MB, so without this limit, most of its memory is garbage. A
 * smaller limit costs CPU time, e.g. about 14 % more at 33 %. The flag applies to the whole process, so libraries
 * must not set it.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=70");
}

/**
 * Limits growth of the old generation to 20 %, and keeps the young generation small. For long-running commands that
 * retain data on everything that they observe: this data would otherwise let the young generation grow to 32 MB.
 */
export function keepLongLivedHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Reduces V8's optimization: inlines at most 250 bytes of bytecode per function (default: 920), and never optimizes
 * functions of more than 1000 bytes. A run executes much code briefly and spent a quarter of its CPU time on
 * optimization; a full run and a self-test take a tenth less with these limits. The flags apply to the whole process,
 * so libraries must not set them, and neither should commands that run for minutes.
 */
export function optimizeLittle(): void {
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=250");
  setFlagsFromString("--max-optimized-bytecode-size=1000");
}
