export interface Deferred<Value = void> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
}

export function createDeferred<Value = void>(): Deferred<Value> {
  const resolvers: ((value: Value) => void)[] = [];
  const promise = new Promise<Value>((resolve) => {
    resolvers.push(resolve);
  });
  return { promise, resolve: (value) => resolvers.forEach((resolve) => resolve(value)) };
}
