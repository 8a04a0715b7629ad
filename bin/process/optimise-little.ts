import { setFlagsFromString } from "node:v8";

/**
 * Makes V8 optimise less: 250 bytes of bytecode of what a function calls are put into its optimised code, where
 * 920 are usual, and functions of more than 1000 bytes stay as they are. A run calls much code for a short
 * time, and spent a quarter of all processor time on optimising it; a full run and a self-test take a tenth
 * less this way. The flags are those of the whole process, so they are for commands and not for libraries;
 * and not for what goes on for minutes, where optimised code is worth its price.
 */
export function optimiseLittle(): void {
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=250");
  setFlagsFromString("--max-optimized-bytecode-size=1000");
}
