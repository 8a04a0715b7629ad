import { setMaxListeners } from "node:events";

/**
 * Calls back when a signal fires, at once where it has fired before. Returns the function that ends the
 * listening. A run has one signal for all that is under way, so many listeners on it are no leak.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  setMaxListeners(0, signal);
  signal.addEventListener("abort", callback, { once: true });
  return () => signal.removeEventListener("abort", callback);
}
