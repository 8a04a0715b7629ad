/** A kubeconfig is missing, cannot be read, or does not define the requested context. */
export class KubeconfigUnusable extends Error {
  override readonly name = "KubeconfigUnusable";
  readonly fix: string;

  constructor(message: string, options: { readonly fix: string; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.fix = options.fix;
  }
}
