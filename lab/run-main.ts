export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs a lab script. Exits with the result of `main`, or with 3 if it rejects. */
export async function runMain(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    printLine(error instanceof Error ? error.message : String(error));
    process.exitCode = 3;
  }
}
