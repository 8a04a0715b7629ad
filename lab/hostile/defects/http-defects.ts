import { gzipSync } from "node:zlib";
import { flood } from "../flood.ts";
import type { Defect, StruckReply } from "./defect.ts";
import { chunk, chunkedHead, head, json, numberedHeader, reply, tooMuch } from "./raw-http.ts";

export const httpDefects: readonly Defect[] = [
  broken("length-too-large", ({ socket, honest }) => {
    const length = String(Buffer.byteLength(honest) + 10);
    socket.end(head("200 OK", { "content-type": json, "content-length": length }) + honest);
  }),
  broken("length-too-small", ({ socket, honest }) => {
    const length = String(Math.floor(Buffer.byteLength(honest) / 2));
    socket.end(head("200 OK", { "content-type": json, "content-length": length }) + honest);
  }),
  broken("two-lengths", ({ socket, honest }) => {
    const lengths = "content-length: 3\r\ncontent-length: 4\r\n";
    socket.end(`HTTP/1.1 200 OK\r\n${lengths}content-type: ${json}\r\n\r\n${honest}`);
  }),
  broken("length-is-no-number", ({ socket, honest, random }) => {
    const lengths = ["-1", "1e9", "0x10", "99999999999999999999999", "many"];
    const length = lengths[random.below(lengths.length)] ?? "";
    socket.end(head("200 OK", { "content-type": json, "content-length": length }) + honest);
  }),
  broken("endless-body", ({ socket }) => {
    socket.write(chunkedHead());
    return flood(socket, { piece: chunk(" ".repeat(65_536)), mostBytes: tooMuch });
  }),
  broken("endless-string", ({ socket }) => {
    socket.write(`${chunkedHead()}9\r\n{"data":"\r\n`);
    return flood(socket, { piece: chunk("x".repeat(65_536)), mostBytes: tooMuch });
  }),
  broken("endless-headers", ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    return flood(socket, { piece: numberedHeader, mostBytes: tooMuch });
  }),
  broken("endless-header", ({ socket }) => {
    socket.write("HTTP/1.1 200 OK\r\nx-long: ");
    return flood(socket, { piece: Buffer.alloc(65_536, "y"), mostBytes: tooMuch });
  }),
  broken("endless-continues", ({ socket }) =>
    flood(socket, { piece: Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), mostBytes: 262_144 }),
  ),
  broken("endless-chunk-extension", ({ socket }) => {
    socket.write(`${chunkedHead()}5;`);
    return flood(socket, { piece: Buffer.alloc(65_536, "e"), mostBytes: tooMuch });
  }),
  broken("endless-trailers", ({ socket, honest }) => {
    socket.write(chunkedHead());
    socket.write(Buffer.concat([chunk(honest), Buffer.from("0\r\n")]));
    const piece = Buffer.from(`x-trailer: ${"t".repeat(2_000)}\r\n`);
    return flood(socket, { piece, mostBytes: tooMuch });
  }),
  broken("bad-chunk-size", ({ socket, random }) => {
    const sizes = ["zz", "-5", "fffffffffffffffff", ""];
    socket.end(`${chunkedHead()}${sizes[random.below(sizes.length)]}\r\n{}\r\n0\r\n\r\n`);
  }),
  broken("gzip-bomb", ({ socket }) => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
    const encoded = { "content-encoding": "gzip", "content-length": String(bomb.length) };
    socket.write(head("200 OK", { "content-type": json, ...encoded }));
    socket.write(bomb);
  }),
  broken("broken-gzip", ({ socket, honest }) => {
    const body = gzipSync(honest).subarray(0, 20);
    const encoded = { "content-encoding": "gzip", "content-length": String(body.length) };
    socket.write(head("200 OK", { "content-type": json, ...encoded }));
    socket.write(body);
  }),
  broken("redirects-elsewhere", ({ socket, elsewhere, random }) => {
    const codes = ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"];
    const status = codes[random.below(codes.length)] ?? "302 Found";
    socket.write(head(status, { location: elsewhere, "content-length": "0" }));
  }),
  broken("redirects-to-itself", ({ socket }) => {
    socket.write(head("307 Again", { location: "/graphql", "content-length": "0" }));
  }),
  broken("redirects-to-a-file", ({ socket }) => {
    socket.write(head("302 Found", { location: "file:///etc/passwd", "content-length": "0" }));
  }),
  broken("answers-in-html", ({ socket }) => {
    const page = "<html><script>alert(1)</script><h1>502</h1></html>";
    socket.write(reply("502 Bad Gateway", "text/html", page));
  }),
  broken("status-beyond-all", ({ socket, honest, random }) => {
    const codes = ["000 Zero", "199 What", "299 So", "600 Odd", "999 No", "99999 X", "abc Y"];
    const status = codes[random.below(codes.length)] ?? "999 No";
    socket.end(reply(status, "text/plain", honest.slice(1)));
  }),
  broken("no-content", ({ socket, random }) => {
    const statuses = ["204 No Content", "205 Reset", "304 Not Modified"];
    socket.write(head(statuses[random.below(3)] ?? "204 No Content", {}));
  }),
  broken("never-leaves-the-protocol", ({ socket }) => {
    socket.write(head("101 Switching", { connection: "upgrade", upgrade: "h2c" }));
  }),
  broken("refuses-for-ever", ({ socket, random }) => {
    const statuses = ["401 No", "403 No", "404 No", "413 No", "422 No", "500 No", "503 No"];
    const status = statuses[random.below(statuses.length)] ?? "500 No";
    socket.write(reply(status, json, '{"message":"no"}'));
  }),
  broken("asks-to-wait-for-ever", ({ socket, random }) => {
    const waits = ["999999999", "Fri, 31 Dec 9999 23:59:59 GMT", "1e308", "-1"];
    const wait = waits[random.below(waits.length)] ?? "1";
    socket.write(head("429 Slow", { "retry-after": wait, "content-length": "0" }));
  }),
  broken("bytes-that-are-no-text", ({ socket }) => {
    socket.write(reply("200 OK", json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])));
  }),
  broken("another-character-set", ({ socket, honest }) => {
    const body = Buffer.from(honest, "utf16le");
    socket.write(reply("200 OK", "application/json; charset=utf-16", body));
  }),
  {
    ...broken("wrong-content-type", ({ socket, honest, random }) => {
      const types = ["text/html", "image/png", "", "application/json; charset=\u0000", "a/b;;;"];
      socket.write(reply("200 OK", types[random.below(types.length)] ?? "", honest));
    }),
    leaves: "usable",
  },
  {
    ...broken("thousand-cookies", ({ socket, honest }) => {
      const cookies = Array.from({ length: 100 }, (_, i) => `set-cookie: c${i}=${"v".repeat(80)}`);
      const length = Buffer.byteLength(honest);
      const fields = [`content-type: ${json}`, `content-length: ${length}`, ...cookies];
      socket.write(`HTTP/1.1 200 OK\r\n${fields.join("\r\n")}\r\n\r\n${honest}`);
    }),
    leaves: "usable",
  },
];

function broken(name: string, strike: (reply: StruckReply) => void | Promise<void>): Defect {
  return {
    name: `http/${name}`,
    layer: "http",
    leaves: "nothing",
    strike: { at: "reply", strike },
  };
}
