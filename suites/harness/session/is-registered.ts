import type { KindDescription } from "#targets";

/** Whether the run registers a kind, so that the kind exists only during the run. */
export function isRegistered({ isRuntime, isPreexisting }: KindDescription): boolean {
  return isRuntime && isPreexisting !== true;
}
