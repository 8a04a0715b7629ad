/**
 * Compares Kubernetes version names for sorting: from stable to alpha, newest first. All other names follow
 * alphabetically.
 */
export function byVersionPriority(left: string, right: string): number {
  const [one, other] = [priorityOf(left), priorityOf(right)];
  const difference = one.map((part, at) => (other[at] ?? 0) - part).find((part) => part !== 0);
  return difference ?? (left < right ? -1 : Number(left > right));
}

const shape = /^v(?<major>\d+)(?:(?<stage>alpha|beta)(?<minor>\d+))?$/u;

const stages: Readonly<Record<string, number>> = { alpha: 1, beta: 2 };

/** Returns the stability, the major number and the minor number. Larger values are preferred. */
function priorityOf(version: string): readonly number[] {
  const { major, stage, minor } = shape.exec(version)?.groups ?? {};
  if (major === undefined) return [0, 0, 0];
  return [stage === undefined ? 3 : (stages[stage] ?? 0), Number(major), Number(minor ?? 0)];
}
