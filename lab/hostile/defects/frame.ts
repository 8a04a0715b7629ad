import { randomBytes } from "node:crypto";

export interface FrameOptions {
  /** The opcode of the frame. Defaults to text. */
  readonly opcode?: number;
  /** The FIN bit. Defaults to true. */
  readonly isLast?: boolean;
  /** Whether to mask the payload, which servers must not do. */
  readonly isMasked?: boolean;
  readonly reserved?: number;
  /** A wrong payload length to declare in the header. */
  readonly claimedLength?: bigint;
}

export const opcodes = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Encodes a frame, which may be invalid. */
export function frame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
  const { opcode = opcodes.text, isLast = true, isMasked = false, reserved = 0 } = options;
  const bytes = Buffer.from(payload);
  const length = options.claimedLength ?? BigInt(bytes.length);
  const first = (isLast ? 0x80 : 0) | (reserved << 4) | opcode;
  const start = Buffer.concat([Buffer.from([first]), lengthOf(length, isMasked ? 0x80 : 0)]);
  if (!isMasked) return Buffer.concat([start, bytes]);
  const mask = randomBytes(4);
  const masked = bytes.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([start, mask, masked]);
}

function lengthOf(length: bigint, mask: number): Buffer {
  if (length < 126n) return Buffer.from([mask | Number(length)]);
  const bytes = Buffer.alloc(length < 65_536n ? 3 : 9);
  bytes[0] = mask | (length < 65_536n ? 126 : 127);
  if (length < 65_536n) bytes.writeUInt16BE(Number(length), 1);
  else bytes.writeBigUInt64BE(length, 1);
  return bytes;
}
