/** A promise with its resolution in the hands of its owner. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

/** Creates a promise that is resolved from outside. */
export function createDeferred(): Deferred {
  const resolvers: (() => void)[] = [];
  const promise = new Promise<void>((resolve) => {
    resolvers.push(resolve);
  });
  return { promise, resolve: () => resolvers.forEach((resolve) => resolve()) };
}
