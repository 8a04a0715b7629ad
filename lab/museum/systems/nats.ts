import type { RecordedSystem } from "../exhibit.ts";
import { goProgram, inGo } from "./go-program.ts";

export const nats: RecordedSystem = {
  method: "recorded",
  name: "nats",
  title: "NATS JetStream (key-value buckets)",
  sources: "nats.go",
  ...inGo,
  build: (release) =>
    goProgram({
      modules: [
        `github.com/nats-io/nats-server/v2@v${release}`,
        "github.com/nats-io/nats.go@v1.37.0",
      ],
      output: "record",
    }),
  record: ["./record"],
};
