/** Whether a string starts with the syntax of an RFC 3339 timestamp, valid or not. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u.test(text);
}
