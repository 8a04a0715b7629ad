export function resolutionMs(time: string): number {
  const [, fraction = ""] = /\.(\d+)/u.exec(time) ?? [];
  return Math.max(1, 1000 / 10 ** fraction.length);
}

/**
 * Compares at the lower of the two resolutions. A writer that knows only whole seconds, such as
 * Go's `metav1.Time`, removes the fractions of the times that it copies.
 */
export function isSameTime(left: unknown, right: unknown): boolean {
  if (typeof left !== "string" || typeof right !== "string" || !isTime(left) || !isTime(right)) {
    return false;
  }
  const stepMs = Math.max(resolutionMs(left), resolutionMs(right));
  return Math.floor(Date.parse(left) / stepMs) === Math.floor(Date.parse(right) / stepMs);
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/u.test(text) && !Number.isNaN(Date.parse(text));
}
