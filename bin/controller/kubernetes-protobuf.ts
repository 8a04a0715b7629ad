/** The protobuf content type, which Go clients use for built-in kinds. */
export const protobufType = "application/vnd.kubernetes.protobuf";

/** The metadata of a protobuf object. All other fields depend on the kind. */
export interface ProtobufObject {
  readonly kind?: string;
  readonly name?: string;
  readonly resourceVersion?: string;
}

/** The prefix of every protobuf object: `k8s`, then a zero byte. */
const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** Field numbers, from `runtime/generated.proto` and `meta/v1/generated.proto` of apimachinery. */
const fields = {
  unknown: { typeMeta: 1, raw: 2 },
  typeMeta: { kind: 2 },
  object: { metadata: 1 },
  metadata: { name: 1, resourceVersion: 6 },
} as const;

/** Messages whose first field is not object metadata. */
const otherMessages = new Set(["Status", "DeleteOptions"]);

/** Decodes the envelope and the metadata of an object. Returns undefined for other messages. */
export function readProtobuf(bytes: Buffer): ProtobufObject | undefined {
  if (!bytes.subarray(0, magic.length).equals(magic)) return undefined;
  try {
    const envelope = fieldsIn(bytes.subarray(magic.length));
    const typeMeta = fieldsIn(envelope.get(fields.unknown.typeMeta));
    const kind = textIn(typeMeta, fields.typeMeta.kind);
    if (kind === undefined || otherMessages.has(kind)) return kind === undefined ? {} : { kind };
    const object = fieldsIn(envelope.get(fields.unknown.raw));
    const metadata = fieldsIn(object.get(fields.object.metadata));
    const name = textIn(metadata, fields.metadata.name);
    const resourceVersion = textIn(metadata, fields.metadata.resourceVersion);
    return {
      kind,
      ...(name === undefined ? {} : { name }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads the length-delimited fields of a message, by number. If a field is repeated, the last value counts. */
function fieldsIn(message: Buffer = Buffer.alloc(0)): ReadonlyMap<number, Buffer> {
  const found = new Map<number, Buffer>();
  const cursor = new Cursor(message);
  while (!cursor.isAtEnd) {
    const tag = cursor.varint();
    const value = cursor.value(tag & 7);
    if (value !== undefined) found.set(tag >>> 3, value);
  }
  return found;
}

function textIn(message: ReadonlyMap<number, Buffer>, field: number): string | undefined {
  const text = message.get(field)?.toString("utf8");
  return text === "" ? undefined : text;
}

/** Decodes the fields of a message. Throws a RangeError if it is malformed. */
class Cursor {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#place >= this.#bytes.length;
  }

  /** Decodes a varint. Inexact above 2^53, which no field here exceeds. */
  varint(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 63; factor *= 128) {
      const byte = this.#take(1)[0] ?? 0;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
    throw new RangeError("a varint of more than ten bytes");
  }

  /** Returns the value of a length-delimited field, and undefined for other fields. */
  value(wireType: number): Buffer | undefined {
    switch (wireType) {
      case 0:
        this.varint();
        return undefined;
      case 1:
        this.#take(8);
        return undefined;
      case 2:
        return this.#take(this.varint());
      case 5:
        this.#take(4);
        return undefined;
      default:
        throw new RangeError(`wire type ${wireType}`);
    }
  }

  #take(length: number): Buffer {
    const end = this.#place + length;
    if (end > this.#bytes.length) throw new RangeError("a truncated message");
    const taken = this.#bytes.subarray(this.#place, end);
    this.#place = end;
    return taken;
  }
}
