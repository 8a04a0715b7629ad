import { setFlagsFromString } from "node:v8";

/**
 * Makes V8 collect the old generation when it has grown by seven tenths, where by default it may grow to
 * several times of what is in use. A run keeps little and throws much away: what is in use stays below
 * 70 MB, and what waits to be collected was most of the memory of the process. Less growth takes more
 * processor time: a seventh more at a third. The flag is one of the whole process, so it is for commands
 * and not for libraries.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=70");
}

/**
 * The same for a command that goes on for long and keeps something of all that it sees. Seven tenths of
 * that are much, so the old generation may grow by a fifth; and the young one, which would grow to 32 MB
 * because so much survives it, stays as large as it is.
 */
export function keepLongLivedHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=20");
  setFlagsFromString("--semi-space-growth-factor=1");
}
