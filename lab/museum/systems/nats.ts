import type { RecordedSystem } from "../exhibit.ts";

/** Key-value buckets of a message broker. */
export const nats: RecordedSystem = {
  method: "recorded",
  name: "nats",
  title: "NATS JetStream (key-value buckets)",
  language: "Go",
  licence: "Apache-2.0",
  tools: [["go", "version"]],
  build: (release) => [
    ["go", "mod", "init", "example.com/museum"],
    [
      "go",
      "get",
      `github.com/nats-io/nats-server/v2@v${release}`,
      "github.com/nats-io/nats.go@v1.37.0",
    ],
    ["go", "build", "-mod=mod", "-o", "record", "."],
  ],
  record: ["./record"],
};
