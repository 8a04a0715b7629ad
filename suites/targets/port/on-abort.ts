import { setMaxListeners } from "node:events";

/**
 * Callbacks by signal. One listener on the signal calls all of them, because a listener costs far more than a set
 * entry.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls a function when a signal aborts, or immediately if the signal has already aborted. Returns a function that
 * removes the callback. A run has one signal, so many registrations are not a leak. Callbacks must not throw.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const callbacks = waiting.get(signal) ?? listenTo(signal);
  // A separate function for each call, so that removing it does not remove the same callback of another caller.
  const call = (): void => callback();
  callbacks.add(call);
  return () => {
    callbacks.delete(call);
  };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(signal, callbacks);
  // Other code also adds listeners to a run's signal, so many listeners are not a leak.
  setMaxListeners(0, signal);
  const callAll = (): void => {
    for (const call of callbacks) call();
    callbacks.clear();
  };
  signal.addEventListener("abort", callAll, { once: true });
  return callbacks;
}
