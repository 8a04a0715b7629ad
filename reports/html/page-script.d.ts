/** A browser program as the text of one classic script. See `bin/page-script.js`. */
declare module "*?script" {
  export const script: string;
}
