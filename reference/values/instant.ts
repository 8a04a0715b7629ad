const form =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a value is an instant as RFC 3339 writes it, on a day that its month has. A leap second is none. */
export function isInstant(value: unknown): boolean {
  const match = typeof value === "string" ? form.exec(value) : null;
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  // The day before the first of the next month is the last of this one; years below 100 are not 19xx.
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(year, month, 0);
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= lastDay.getUTCDate();
  return isDate && hour <= 23 && minute <= 59 && second <= 59;
}
