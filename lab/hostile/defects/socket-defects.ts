import { flood } from "../flood.ts";
import type { Defect, StruckHandshake, StruckSocket } from "./defect.ts";
import { head, numberedHeader, reply, reset, tooMuch } from "./raw-http.ts";
import { randomBytes } from "node:crypto";

interface FrameOptions {
  readonly opcode?: number;
  /** The FIN bit. Defaults to true. */
  readonly isLast?: boolean;
  /** Whether to mask the payload, which servers must not do. */
  readonly isMasked?: boolean;
  readonly reserved?: number;
  /** A wrong payload length to declare in the header. */
  readonly claimedLength?: bigint;
}

const opcodes = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

function frame(payload: string | Buffer, options: FrameOptions = {}): Buffer {
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

export const socketDefects: readonly Defect[] = [
  handshake("upgrade-says-nothing", () => {}),
  handshake("upgrade-closes", ({ socket }) => void socket.destroy()),
  handshake("upgrade-refused", ({ socket, random }) => {
    const statuses = ["400 Bad", "401 Who", "403 No", "404 None", "500 Broken", "503 Full"];
    socket.end(reply(statuses[random.below(statuses.length)] ?? "400 Bad", "text/plain", "no"));
  }),
  handshake("upgrade-redirects", ({ socket, elsewhere }) => {
    const location = elsewhere.replace("http:", "ws:");
    socket.end(head("302 Found", { location, "content-length": "0" }));
  }),
  handshake("upgrade-answers-as-http", ({ socket }) => {
    socket.end(reply("200 OK", "application/json", '{"data":null}'));
  }),
  handshake("wrong-accept", ({ socket }) => {
    socket.write(switching({ "sec-websocket-accept": "AAAA" }));
  }),
  handshake("wrong-subprotocol", ({ socket, accept, random }) => {
    const names = ["graphql-ws", "", "soap", "graphql-transport-ws, graphql-ws"];
    const protocol = names[random.below(names.length)] ?? "soap";
    const answer = { "sec-websocket-accept": accept, "sec-websocket-protocol": protocol };
    socket.write(switching(answer));
  }),
  handshake("no-subprotocol", ({ socket, accept }) => {
    socket.write(switching({ "sec-websocket-accept": accept }));
  }),
  handshake("extension-nobody-asked-for", (struck) => {
    opened(struck, { "sec-websocket-extensions": "permessage-deflate; server_max_window_bits=99" });
  }),
  handshake("no-acknowledgement", (struck) => opened(struck)),
  handshake("acknowledges-oddly", (struck) => {
    opened(struck);
    const words = ['{"type":"connection_ack","payload":7}', '{"type":"ack"}', "{}", "[]", "x", ""];
    struck.socket.write(frame(words[struck.random.below(words.length)] ?? ""));
  }),
  handshake("speaks-before-the-acknowledgement", (struck) => {
    opened(struck);
    struck.socket.write(frame('{"type":"next","id":"1","payload":{"data":{}}}'));
  }),
  handshake("endless-upgrade-headers", ({ socket }) => {
    socket.write("HTTP/1.1 101 Switching\r\n");
    return flood(socket, { piece: numberedHeader, mostBytes: tooMuch });
  }),
  handshake("pings-before-the-acknowledgement", (struck) => {
    opened(struck);
    const piece = Buffer.concat(Array.from({ length: 500 }, () => frame("p", ping)));
    return flood(struck.socket, { piece, mostBytes: 1_000_000 });
  }),
  message("binary-frames", ({ socket, honest }) => {
    socket.write(frame(honest, { opcode: opcodes.binary }));
  }),
  message("fragments-without-end", ({ socket }) => {
    socket.write(frame('{"type":"next","id":"1","payload":"', { isLast: false }));
    const piece = frame("f".repeat(16_384), { opcode: opcodes.more, isLast: false });
    return flood(socket, { piece, mostBytes: tooMuch });
  }),
  message("empty-fragments-without-end", ({ socket }) => {
    socket.write(frame("{", { isLast: false }));
    const one = frame("", { opcode: opcodes.more, isLast: false });
    const piece = Buffer.concat(Array.from({ length: 4_096 }, () => one));
    return flood(socket, { piece, mostBytes: 2_000_000 });
  }),
  message("oversized-frame", ({ socket }) => {
    socket.write(frame("x", { claimedLength: 2n ** 40n }));
    return flood(socket, { piece: Buffer.alloc(65_536, "x"), mostBytes: tooMuch });
  }),
  message("frame-beyond-all-numbers", ({ socket }) => {
    socket.write(frame("x", { claimedLength: 2n ** 63n + 1n }));
  }),
  message("masked-frames", ({ socket, honest }) => {
    socket.write(frame(honest, { isMasked: true }));
  }),
  message("reserved-bits", ({ socket, honest, random }) => {
    socket.write(frame(honest, { reserved: 1 + random.below(7) }));
  }),
  message("unknown-opcodes", ({ socket, random }) => {
    socket.write(frame("x", { opcode: [3, 7, 11, 15][random.below(4)] ?? 3 }));
  }),
  message("continuation-of-nothing", ({ socket }) => {
    socket.write(frame("x", { opcode: opcodes.more }));
  }),
  message("text-that-is-no-text", ({ socket }) => {
    socket.write(frame(Buffer.from([0xc3, 0x28, 0xa0])));
  }),
  message("message-that-is-no-json", ({ socket }) => void socket.write(frame("hello"))),
  message("message-of-no-type", ({ socket, random }) => {
    const words = ["null", "7", '""', '{"type":7}', '{"type":"next"}', '{"type":"error","id":"1"}'];
    socket.write(frame(words[random.below(words.length)] ?? "null"));
  }),
  message("nested-message", ({ socket }) => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    socket.write(frame(`{"type":"next","id":"1","payload":${deep}}`));
  }),
  message("close-with-odd-codes", ({ socket, random }) => {
    const codes = [
      0, 999, 1004, 1005, 1006, 1015, 2999, 4400, 4401, 4403, 4409, 4429, 4999, 65_535,
    ];
    const bytes = Buffer.alloc(2 + 20, "r");
    bytes.writeUInt16BE(codes[random.below(codes.length)] ?? 0);
    socket.write(frame(bytes, { opcode: opcodes.close }));
  }),
  message("close-of-one-byte", ({ socket }) => {
    socket.write(frame("x", { opcode: opcodes.close }));
  }),
  message("ping-too-large", ({ socket }) => void socket.write(frame("p".repeat(200), ping))),
  message("frames-after-close", ({ socket, honest }) => {
    const bytes = Buffer.from([0x03, 0xe8]);
    socket.write(frame(bytes, { opcode: opcodes.close }));
    return flood(socket, { piece: frame(honest), mostBytes: 1_000_000 });
  }),
  message("closes-mid-frame", ({ socket, honest }) => {
    const whole = frame(honest);
    socket.end(whole.subarray(0, Math.floor(whole.length / 2)));
  }),
  message(
    "stalls-mid-frame",
    ({ socket, honest }) => void socket.write(frame(honest).subarray(0, 5)),
  ),
  message("says-nothing-more", () => {}),
  beside("unsolicited-ids", ({ socket, random }) => {
    const id = ["99999", "__proto__", "", "constructor"][random.below(4)] ?? "";
    for (const type of ["next", "error", "complete"]) {
      socket.write(frame(JSON.stringify({ type, id, payload: type === "error" ? [{}] : {} })));
    }
  }),
  beside("ping-flood", ({ socket }) => {
    const piece = Buffer.concat(Array.from({ length: 500 }, () => frame("p".repeat(100), ping)));
    return flood(socket, { piece, mostBytes: 4_000_000 });
  }),
  beside("protocol-ping-flood", ({ socket }) => {
    const one = frame('{"type":"ping","payload":{"x":1}}');
    const piece = Buffer.concat(Array.from({ length: 200 }, () => one));
    return flood(socket, { piece, mostBytes: 2_000_000 });
  }),
  beside("pongs-nobody-asked-for", ({ socket }) => {
    socket.write(frame("x", { opcode: opcodes.pong }));
    socket.write(frame('{"type":"pong"}'));
  }),
  beside("acknowledges-twice", ({ socket }) => {
    socket.write(frame('{"type":"connection_ack"}'));
  }),
  handshake("upgrade-resets-midway", ({ socket, accept, random }) => {
    const whole = switching({ "sec-websocket-accept": accept });
    reset(socket, whole.slice(0, random.below(whole.length)));
  }),
  message("resets-mid-frame", ({ socket, honest, random }) => {
    const whole = frame(honest);
    reset(socket, whole.subarray(0, random.below(whole.length)));
  }),
];

const ping = { opcode: opcodes.ping } as const;

function handshake(
  name: string,
  strike: (handshake: StruckHandshake) => void | Promise<void>,
): Defect {
  const at = { at: "handshake", strike } as const;
  return { name: `websocket/${name}`, layer: "websocket", leaves: "nothing", strike: at };
}

function message(name: string, strike: (socket: StruckSocket) => void | Promise<void>): Defect {
  const at = { at: "message", strike } as const;
  return { name: `websocket/${name}`, layer: "websocket", leaves: "nothing", strike: at };
}

function beside(name: string, strike: (socket: StruckSocket) => void | Promise<void>): Defect {
  const both = async (struck: StruckSocket): Promise<void> => {
    await strike(struck);
    struck.socket.write(frame(struck.honest));
  };
  return { ...message(name, both), leaves: "usable" };
}

function opened({ socket, accept }: StruckHandshake, more: Record<string, string> = {}): void {
  const protocol = { "sec-websocket-protocol": "graphql-transport-ws" };
  socket.write(switching({ "sec-websocket-accept": accept, ...protocol, ...more }));
}

function switching(headers: Readonly<Record<string, string>>): string {
  const upgrade = { upgrade: "websocket", connection: "Upgrade" };
  return head("101 Switching Protocols", { ...upgrade, ...headers });
}
