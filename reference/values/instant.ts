const form =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a value is an RFC 3339 timestamp with a valid day. Leap seconds are not supported. */
export function isInstant(value: unknown): boolean {
  const match = typeof value === "string" ? form.exec(value) : null;
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  // Day 0 of the next month is the last day of this month. Unlike the constructor, `setUTCFullYear` does not map years
  // below 100 to 19xx.
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(year, month, 0);
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= lastDay.getUTCDate();
  return isDate && hour <= 23 && minute <= 59 && second <= 59;
}
