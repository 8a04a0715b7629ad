/** Whether a text looks like a time in the notation of RFC 3339, whether or not there is such a time. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u.test(text);
}
