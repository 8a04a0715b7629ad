/** A manual change in a recipe: a new file, or a string to insert after each occurrence of another string. */
export type Edit =
  | { readonly file: string; readonly content: string }
  | { readonly file: string; readonly after: string; readonly insert: string };

export interface Recipe {
  readonly heading: string;
  readonly edits: readonly Edit[];
  readonly own?: string;
  /** The maximum number of files that a person must edit. */
  readonly mostFiles: number;
  readonly generate: readonly string[];
  readonly prove: readonly string[];
}

export function filesByHand({ edits, own }: Recipe): readonly string[] {
  const files = new Set(edits.map(({ file }) => file));
  return [...files].filter((file) => own === undefined || !file.startsWith(own));
}
