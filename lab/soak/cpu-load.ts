import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";

const program = `
  process.on("disconnect", () => process.exit());
  (function take() {
    const endMs = performance.now() + 50;
    while (performance.now() < endMs);
    setImmediate(take);
  })();
`;

export class CpuLoad implements Disposable {
  readonly #all: ChildProcess[] = [];

  start(count: number): void {
    for (let made = 0; made < count; made += 1) {
      const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
      this.#all.push(spawn(process.execPath, ["-e", program], { stdio: [...stdio] }));
    }
  }

  [Symbol.dispose](): void {
    for (const hog of this.#all) hog.kill("SIGKILL");
  }
}
