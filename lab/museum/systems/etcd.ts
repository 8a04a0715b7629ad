import type { RecordedSystem } from "../exhibit.ts";

/** The store beneath Kubernetes. */
export const etcd: RecordedSystem = {
  method: "recorded",
  name: "etcd",
  title: "etcd",
  language: "Go",
  licence: "Apache-2.0",
  tools: [["go", "version"]],
  build: (release) => [
    ["go", "mod", "init", "example.com/museum"],
    ["go", "get", `go.etcd.io/etcd/server/v3@v${release}`, `go.etcd.io/etcd/client/v3@v${release}`],
    ["go", "build", "-mod=mod", "-o", "record", "."],
  ],
  record: ["./record"],
};
