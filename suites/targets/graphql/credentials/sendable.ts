export function isSendable(text: string): boolean {
  return /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/u.test(text);
}
