import type { RecordedSystem } from "../exhibit.ts";
import { goProgram, inGo } from "./go-program.ts";

export const etcd: RecordedSystem = {
  method: "recorded",
  name: "etcd",
  title: "etcd",
  sources: "etcd.go",
  ...inGo,
  build: (release) =>
    goProgram({
      modules: [`go.etcd.io/etcd/server/v3@v${release}`, `go.etcd.io/etcd/client/v3@v${release}`],
      output: "record",
    }),
  record: ["./record"],
};
