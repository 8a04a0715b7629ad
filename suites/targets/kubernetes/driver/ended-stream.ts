import type { Watch, WatchListener } from "../../port/target.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { WatchStream } from "./rest-watch.ts";

/** Returns a watch that ends immediately, because the API server does not support it. */
export function endedStream(detail: string, listener: WatchListener, signal: AbortSignal): Watch {
  const request = { url: "", operation: "" };
  const parts = { kind: nothing, request, secrets: undefined, listener, limitMs: 0 };
  const stream = new WatchStream(parts, signal);
  stream.end({ end: "unsupported", detail });
  return stream;
}

const nothing: RestKind = {
  name: "",
  literal: "",
  plural: "",
  group: "",
  version: "",
  scope: "cluster",
  namespaces: [],
  hasStatus: false,
  samples: { specs: [], statuses: [], counter: "", invalidStatuses: [] },
  isRuntime: false,
  body: "spec",
};
