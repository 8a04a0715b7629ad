/** The annotation of the bookmark after a watch's initial events ("Streaming lists" in the Kubernetes API concepts). */
const endAnnotation = Buffer.from("k8s.io/initial-events-end");

/**
 * Returns a function that counts the leading bytes of a chunk that belong to the initial events of a watch, up to the
 * end of their closing bookmark. Initial events replace a list, so they belong to the opening of the watch.
 */
export function initialEvents(): (chunk: Buffer) => number {
  let tail = Buffer.alloc(0);
  let isJson: boolean | undefined;
  let state: "before" | "closing" | "over" = "before";
  return (chunk) => {
    if (state === "over" || chunk.length === 0) return 0;
    isJson ??= chunk[0] === startOfObject;
    let from = 0;
    if (state === "before") {
      const bytes = Buffer.concat([tail, chunk]);
      const at = bytes.indexOf(endAnnotation);
      tail = bytes.subarray(-endAnnotation.length);
      if (at < 0) return chunk.length;
      state = "closing";
      from = Math.max(0, at + endAnnotation.length - (bytes.length - chunk.length));
    }
    // In JSON, the bookmark ends with its line. In protobuf, the bookmark is the last message of its chunk.
    const line = isJson ? chunk.indexOf(0x0a, from) : chunk.length - 1;
    if (line < 0) return chunk.length;
    state = "over";
    return line + 1;
  };
}

const startOfObject = 0x7b;

export function wantsInitialEvents(url = "/"): boolean {
  const { searchParams } = new URL(url, "http://proxy");
  return searchParams.get("sendInitialEvents") === "true";
}
