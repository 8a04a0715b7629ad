import type { Duplex } from "node:stream";

export function head(status: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`;
}

export function reply(status: string, type: string, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const headers = { "content-type": type, "content-length": String(bytes.length) };
  return Buffer.concat([Buffer.from(head(status, headers)), bytes]);
}

export function chunk(body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ]);
}

export function chunkedHead(type = "application/json"): string {
  return head("200 OK", { "content-type": type, "transfer-encoding": "chunked" });
}

export function reset(socket: Duplex, sentBefore: Buffer | string = ""): void {
  const end = (): void => {
    if ("resetAndDestroy" in socket && typeof socket.resetAndDestroy === "function") {
      Reflect.apply(socket.resetAndDestroy, socket, []);
    } else socket.destroy();
  };
  if (sentBefore.length === 0) end();
  else socket.write(sentBefore, end);
}

export function numberedHeader(index: number): Buffer {
  return Buffer.from(`x-${index}: ${"y".repeat(200)}\r\n`);
}

export const json = "application/json; charset=utf-8";

/** A response size that exceeds the suite's limit, in bytes. */
export const tooMuch = 48 * 1024 * 1024;
