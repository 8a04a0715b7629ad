import type { ControllerHost } from "./controller-bench.ts";

type IsNamedIn = (line: string) => boolean;

/** For each process, which of its lines name an object of a scenario that is running. */
const running = new WeakMap<ControllerHost, Set<IsNamedIn>>();

/**
 * Passes on the lines about errors that the controller prints during a scenario. Scenarios share the process, so lines
 * that name only objects of other scenarios are dropped.
 */
export function listenToLines(
  host: ControllerHost,
  isNamedIn: IsNamedIn,
  printed: (line: string) => void,
): Disposable | undefined {
  if (host.listen === undefined) return undefined;
  const all = running.get(host) ?? new Set();
  running.set(host, all.add(isNamedIn));
  const listening = host.listen((line) => {
    const isOfOthers = !isNamedIn(line) && [...all].some((isNamed) => isNamed(line));
    if (!isOfOthers) printed(line);
  });
  return {
    [Symbol.dispose]: () => {
      all.delete(isNamedIn);
      listening[Symbol.dispose]();
    },
  };
}
