import { flood } from "../flood.ts";
import type { Defect, StruckReply } from "./defect.ts";
import { head, json, reply, reset } from "./raw-http.ts";

export const tcpDefects: readonly Defect[] = [
  {
    name: "tcp/closes-at-once",
    layer: "tcp",
    leaves: "nothing",
    strike: { at: "connection", strike: (socket) => void socket.destroy() },
  },
  {
    name: "tcp/speaks-first",
    layer: "tcp",
    leaves: "nothing",
    strike: { at: "connection", strike: (socket) => void socket.end("220 mail.invalid ready\r\n") },
  },
  {
    name: "tcp/says-nothing",
    layer: "tcp",
    leaves: "nothing",
    strike: { at: "reply", strike: () => {} },
  },
  {
    name: "tcp/closes-without-a-reply",
    layer: "tcp",
    leaves: "nothing",
    strike: { at: "reply", strike: ({ socket }) => void socket.end() },
  },
  {
    name: "tcp/resets",
    layer: "tcp",
    leaves: "nothing",
    strike: { at: "reply", strike: ({ socket }) => reset(socket) },
  },
  {
    name: "tcp/closes-mid-byte",
    layer: "tcp",
    leaves: "nothing",
    strike: {
      at: "reply",
      strike: ({ socket, ...of }) => void socket.end(beginning(of)),
    },
  },
  {
    name: "tcp/stalls-midway",
    layer: "tcp",
    leaves: "nothing",
    strike: {
      at: "reply",
      strike: ({ socket, ...of }) => void socket.write(beginning(of)),
    },
  },
  {
    name: "tcp/trickles",
    layer: "tcp",
    leaves: "nothing",
    strike: {
      at: "reply",
      strike: ({ socket, honest }) => {
        const whole = reply("200 OK", json, honest);
        const piece = (index: number): Buffer => whole.subarray(index, index + 1);
        return flood(socket, { piece, mostBytes: whole.length, pauseMs: 1_000 });
      },
    },
  },
  {
    name: "tcp/sends-noise",
    layer: "tcp",
    leaves: "nothing",
    strike: {
      at: "reply",
      strike: ({ socket, random }) => {
        socket.end(Buffer.from(Array.from({ length: 512 }, () => random.below(256))));
      },
    },
  },
  {
    name: "tcp/goes-on-after-the-reply",
    layer: "tcp",
    leaves: "usable",
    strike: {
      at: "reply",
      strike: ({ socket, honest }) => {
        socket.write(reply("200 OK", json, honest));
        socket.end(`${head("200 OK", { "content-length": "2" })}{}and no end`);
      },
    },
  },
  {
    name: "tcp/resets-mid-byte",
    layer: "tcp",
    leaves: "nothing",
    strike: { at: "reply", strike: ({ socket, ...of }) => reset(socket, beginning(of)) },
  },
];

function beginning({ honest, random }: Pick<StruckReply, "honest" | "random">): Buffer {
  const whole = reply("200 OK", json, honest);
  return whole.subarray(0, random.below(whole.length));
}
