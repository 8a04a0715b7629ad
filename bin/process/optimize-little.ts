import { setFlagsFromString } from "node:v8";

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
