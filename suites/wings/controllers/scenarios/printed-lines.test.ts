import { expect, it } from "vitest";
import type { ControllerHost } from "./controller-bench.ts";
import { listenToLines } from "./printed-lines.ts";

class PrintingHost implements ControllerHost {
  readonly problem = undefined;
  readonly #listeners = new Set<(line: string) => void>();

  async start(): Promise<void> {}

  async kill(): Promise<void> {}

  listen(printed: (line: string) => void): Disposable {
    this.#listeners.add(printed);
    return { [Symbol.dispose]: () => void this.#listeners.delete(printed) };
  }

  print(line: string): void {
    for (const printed of this.#listeners) printed(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

function listening(host: ControllerHost, name: string): { lines: string[]; stop: () => void } {
  const lines: string[] = [];
  const listener = listenToLines(
    host,
    (line) => line.includes(name),
    (line) => lines.push(line),
  );
  return { lines, stop: () => listener?.[Symbol.dispose]() };
}

it("passes on lines about objects of the scenario and about no object, but not about others", () => {
  const host = new PrintingHost();
  const [first, second] = [listening(host, "mail"), listening(host, "queue")];
  host.print("error: mail conflicts");
  host.print("error: mail waits for queue");
  host.print("error: no connection");

  expect(first.lines).toEqual([
    "error: mail conflicts",
    "error: mail waits for queue",
    "error: no connection",
  ]);
  expect(second.lines).toEqual(["error: mail waits for queue", "error: no connection"]);
});

it("passes on lines about objects of scenarios that have finished", () => {
  const host = new PrintingHost();
  const [first, second] = [listening(host, "mail"), listening(host, "queue")];
  first.stop();
  host.print("error: mail conflicts");

  expect(first.lines).toEqual([]);
  expect(second.lines).toEqual(["error: mail conflicts"]);
});

it("does not mix up the objects of two processes", () => {
  const [one, other] = [new PrintingHost(), new PrintingHost()];
  const [first] = [listening(one, "mail"), listening(other, "queue")];
  one.print("error: queue conflicts");

  expect(first.lines).toEqual(["error: queue conflicts"]);
});
