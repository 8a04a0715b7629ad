import { flood } from "../flood.ts";
import type { Defect, Layer, StruckReply, StruckStream } from "./defect.ts";
import { chunk, chunkedHead, head, json, reply, reset, tooMuch } from "./raw-http.ts";

export const streamDefects: readonly Defect[] = [
  ...(["event-stream", "multipart"] as const).flatMap((layer): readonly Defect[] => [
    opening(layer, "says-nothing", () => {}),
    opening(layer, "ends-at-once", ({ socket }) => {
      socket.write(`${chunkedHead(typeOf(layer))}0\r\n\r\n`);
    }),
    opening(layer, "answers-as-http", ({ socket }) => {
      socket.write(reply("200 OK", json, '{"data":{"watchServices":null}}'));
    }),
    opening(layer, "endless-answer", ({ socket }) => {
      socket.write(chunkedHead("text/plain"));
      return flood(socket, { piece: chunk("z".repeat(65_536)), mostBytes: tooMuch });
    }),
    opening(layer, "stalls-in-the-answer", ({ socket }) => {
      socket.write(`${chunkedHead()}9\r\n{"errors"\r\n`);
    }),
    opening(layer, "refused", ({ socket, random }) => {
      const statuses = ["400 No", "401 No", "404 No", "406 No", "415 No", "500 No", "204 No"];
      socket.end(head(statuses[random.below(statuses.length)] ?? "400 No", {}));
    }),
    opening(layer, "redirects-elsewhere", ({ socket, elsewhere }) => {
      socket.write(head("307 There", { location: elsewhere, "content-length": "0" }));
    }),
    later(layer, "endless-line", ({ socket }) =>
      flood(socket, { piece: chunk("a".repeat(65_536)), mostBytes: tooMuch }),
    ),
    later(layer, "breaks-off", ({ socket }) => void socket.destroy()),
    later(layer, "bad-chunk", ({ socket }) => void socket.write("zz\r\n")),
    later(layer, "says-nothing-more", () => {}),
    later(layer, "noise", ({ socket, random }) => {
      const bytes = Buffer.from(Array.from({ length: 4_096 }, () => random.below(256)));
      socket.write(chunk(bytes));
    }),
    later(layer, "no-json", (stream) => void stream.socket.write(chunk(framed(stream, "{oops")))),
    later(layer, "nested-deep", (stream) => {
      const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
      stream.socket.write(chunk(framed(stream, `{"data":{"watchServices":${deep}}}`)));
    }),
  ]),
  later("event-stream", "endless-data", ({ socket }) =>
    flood(socket, { piece: chunk(`data: ${"d".repeat(8_000)}\n`), mostBytes: tooMuch }),
  ),
  later("event-stream", "endless-empty-data", ({ socket }) =>
    flood(socket, { piece: chunk("data:\n".repeat(8_000)), mostBytes: tooMuch }),
  ),
  later("event-stream", "endless-fields", ({ socket }) =>
    flood(socket, {
      piece: chunk("id: 7\nretry: 0\nevent: next\n".repeat(1_000)),
      mostBytes: tooMuch,
    }),
  ),
  later("event-stream", "carriage-returns-alone", ({ socket }) =>
    flood(socket, { piece: chunk("\r".repeat(8_000)), mostBytes: 4_000_000 }),
  ),
  later("event-stream", "many-small-pieces", ({ socket }) =>
    flood(socket, { piece: chunk("data"), mostBytes: 2_000_000 }),
  ),
  {
    ...later("event-stream", "comment-flood", (stream) => {
      stream.socket.write(chunk(framed(stream, stream.honest)));
      return flood(stream.socket, { piece: chunk(": x\n".repeat(2_000)), mostBytes: 4_000_000 });
    }),
    leaves: "usable",
  },
  later("multipart", "endless-part", ({ socket }) => {
    socket.write(chunk("\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{"));
    return flood(socket, { piece: chunk(`"m":"${"m".repeat(8_000)}",`), mostBytes: tooMuch });
  }),
  later("multipart", "endless-braces", ({ socket }) => {
    socket.write(chunk("\r\n--graphql\r\n\r\n"));
    return flood(socket, { piece: chunk("{}".repeat(500)), mostBytes: tooMuch });
  }),
  later("multipart", "endless-boundaries", ({ socket }) =>
    flood(socket, { piece: chunk("\r\n--graphql".repeat(1_000)), mostBytes: 4_000_000 }),
  ),
  ...(["event-stream", "multipart"] as const).map((layer) =>
    later(layer, "resets-mid-event", (stream) => {
      const whole = chunk(framed(stream, stream.honest));
      reset(stream.socket, whole.subarray(0, stream.random.below(whole.length)));
    }),
  ),
];

export function framed({ framing }: Pick<StruckStream, "framing">, result: string): string {
  switch (framing) {
    case "sse":
      return `event: next\ndata: ${result}\n\n`;
    case "multipart":
      return `\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{"payload":${result}}\r\n`;
  }
}

export function typeOf(layer: Layer): string {
  return layer === "multipart"
    ? 'multipart/mixed; boundary="graphql"; subscriptionSpec=1.0'
    : "text/event-stream";
}

function opening(
  layer: Layer,
  name: string,
  strike: (reply: StruckReply) => void | Promise<void>,
): Defect {
  const at = { at: "stream-head", strike } as const;
  return { name: `${layer}/${name}`, layer, leaves: "nothing", strike: at };
}

function later(
  layer: Layer,
  name: string,
  strike: (stream: StruckStream) => void | Promise<void>,
): Defect {
  const at = { at: "stream", strike } as const;
  return { name: `${layer}/${name}`, layer, leaves: "nothing", strike: at };
}
