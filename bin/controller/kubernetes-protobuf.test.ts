import { describe, expect, it } from "vitest";
import { readProtobuf } from "./kubernetes-protobuf.ts";

/** A ConfigMap as sent by client-go, with two fields and binary data in `binaryData`. */
const configMap = Buffer.from(
  "6b387300" + // k8s\0
    "0a0f" + // typeMeta
    "0a027631" + // v1
    "1209436f6e6669674d6170" + // ConfigMap
    "121b" + // raw
    "0a0b" + // metadata
    "0a0570686f746f" + // name: photo
    "32023431" + // resourceVersion: 41
    "1a0c" + // binaryData
    "0a036b657912" +
    "05fffe00c328" +
    "1a002200",
  "hex",
);

describe("an object in protobuf", () => {
  it("says its kind, its name and its version", () => {
    expect(readProtobuf(configMap)).toEqual({
      kind: "ConfigMap",
      name: "photo",
      resourceVersion: "41",
    });
  });

  it("is not read as an object where it is none", () => {
    const status = Buffer.from("6b3873000a0c0a027631120653746174757312050a031201350a", "hex");

    expect(readProtobuf(status.subarray(0, -1))).toEqual({ kind: "Status" });
    expect(readProtobuf(Buffer.from('{"kind":"ConfigMap"}'))).toBeUndefined();
    expect(readProtobuf(Buffer.alloc(0))).toBeUndefined();
  });

  it.each(Array.from({ length: configMap.length - 4 }, (_, cut) => cut + 1))(
    "that is cut short by %i bytes throws nothing",
    (cut) => {
      expect(() => readProtobuf(configMap.subarray(0, -cut))).not.toThrow();
    },
  );
});
