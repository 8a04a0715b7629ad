import { isJsonObject } from "#contract";

export type Shape = (value: unknown, path: string) => string | undefined;

export interface OptionalShape {
  readonly optional: Shape;
}

/** One shape for each property of a type. A property without a shape does not compile. */
export type Members<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? OptionalShape : Shape;
};

export const text: Shape = (value, path) =>
  typeof value === "string" ? undefined : wrong(path, "a string", value);

export const number: Shape = (value, path) =>
  Number.isFinite(value) ? undefined : wrong(path, "a number", value);

export const boolean: Shape = (value, path) =>
  typeof value === "boolean" ? undefined : wrong(path, "true or false", value);

export const anything: Shape = (value, path) =>
  value === undefined ? wrong(path, "a value", value) : undefined;

export const anyObject: Shape = (value, path) =>
  isJsonObject(value) ? undefined : wrong(path, "an object", value);

export function oneOf(allowed: readonly (string | number)[]): Shape {
  const known: ReadonlySet<unknown> = new Set(allowed);
  return (value, path) => (known.has(value) ? undefined : wrong(path, listed(allowed), value));
}

export function listOf(item: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return wrong(path, "a list", value);
    return firstProblem(value.map((entry, i) => () => item(entry, `${path}[${i}]`)));
  };
}

export function mapOf(item: Shape): Shape {
  return (value, path) => {
    if (!isJsonObject(value)) return wrong(path, "an object", value);
    return firstProblem(
      Object.entries(value).map(
        ([name, entry]) =>
          () =>
            item(entry, `${path}.${name}`),
      ),
    );
  };
}

export function optional(shape: Shape): OptionalShape {
  return { optional: shape };
}

/**
 * Creates the shape of an object with the properties of `T`. Accepts unknown properties, because a later release may
 * have added them.
 */
export function members<T>(shapes: Members<T>): Shape {
  const entries = Object.entries<Shape | OptionalShape>(shapes);
  return (value, path) => {
    if (!isJsonObject(value)) return wrong(path, "an object", value);
    return firstProblem(
      entries.map(([name, shape]) => () => {
        const member = Object.hasOwn(value, name) ? value[name] : undefined;
        const at = path === "" ? name : `${path}.${name}`;
        if (typeof shape === "function") return shape(member, at);
        return member === undefined ? undefined : shape.optional(member, at);
      }),
    );
  };
}

export function variants(member: string, shapes: Readonly<Record<string, Shape>>): Shape {
  const discriminant = oneOf(Object.keys(shapes));
  return (value, path) => {
    if (!isJsonObject(value)) return wrong(path, "an object", value);
    const name = value[member];
    const at = path === "" ? member : `${path}.${member}`;
    const shape =
      typeof name === "string" && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    return shape === undefined ? discriminant(name, at) : shape(value, path);
  };
}

function firstProblem(tries: readonly (() => string | undefined)[]): string | undefined {
  for (const attempt of tries) {
    const problem = attempt();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function listed(allowed: readonly (string | number)[]): string {
  if (allowed.length > 10) return "a name known to this release";
  const names = allowed.map((item) => JSON.stringify(item));
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} or ${last}`;
}

function wrong(path: string, expected: string, value: unknown): string {
  return `${path === "" ? "it" : path} must be ${expected}, but is ${describe(value)}`;
}

function describe(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  const written = JSON.stringify(value);
  return written.length <= 60 ? written : `${written.slice(0, 60)}…`;
}
