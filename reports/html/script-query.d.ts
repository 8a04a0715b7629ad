/** A browser program, as the source of one classic script. See `bin/page-script.js`. */
declare module "*?script" {
  export const script: string;
}
