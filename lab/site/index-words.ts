import { join } from "node:path";
import { close, createIndex } from "pagefind";
import { HarnessError } from "../../bin/process/errors.ts";

export async function indexWords(site: string): Promise<number> {
  try {
    const { index, errors } = await createIndex({ forceLanguage: "en" });
    if (index === undefined) throw failed(errors);
    const added = await index.addDirectory({ path: site });
    if (added.errors.length > 0) throw failed(added.errors);
    const written = await index.writeFiles({ outputPath: join(site, "pagefind") });
    if (written.errors.length > 0) throw failed(written.errors);
    return added.page_count;
  } catch (error) {
    // Pagefind has no binary for this platform, or its binary did not start.
    throw error instanceof HarnessError ? error : failed([String(error)], error);
  } finally {
    await close();
  }
}

function failed(errors: readonly string[], cause?: unknown): HarnessError {
  return new HarnessError(`the site cannot be indexed: ${errors.join("; ")}`, {
    fix: "Install the development dependencies with npm ci, which include a Pagefind program for your platform.",
    cause,
  });
}
