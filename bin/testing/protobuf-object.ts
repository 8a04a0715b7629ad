/** Encodes an object as Go clients do: the envelope, the metadata, and bytes that are not valid UTF-8. */
export function protobufObject(
  kind: string,
  { name, resourceVersion }: { readonly name: string; readonly resourceVersion?: string },
): Buffer {
  const metadata = Buffer.concat([
    field(1, Buffer.from(name)),
    ...(resourceVersion === undefined ? [] : [field(6, Buffer.from(resourceVersion))]),
  ]);
  const noText = Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]);
  const raw = Buffer.concat([field(1, metadata), field(3, noText)]);
  const typeMeta = Buffer.concat([field(1, Buffer.from("v1")), field(2, Buffer.from(kind))]);
  return Buffer.concat([Buffer.from("k8s\0"), field(1, typeMeta), field(2, raw)]);
}

/** Encodes a length-delimited field with fewer than 128 bytes of content. */
function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([number * 8 + 2, content.length]), content]);
}
