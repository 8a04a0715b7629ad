import type { KindDescription, Target } from "#targets";

export function kindNamed(target: Target, name: string): KindDescription | undefined {
  return target.description.kinds.find((kind) => kind.name === name);
}
