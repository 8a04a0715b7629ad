/** Whether a string starts like an RFC 3339 timestamp. Does not validate the date and the time. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u.test(text);
}
