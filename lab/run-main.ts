/** Prints a line of progress where it is in nobody's way: standard error. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs what a script of the lab does: its exit code is what `main` resolves with, and 3 where it fails. */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
    process.exitCode = 3;
  }
}
