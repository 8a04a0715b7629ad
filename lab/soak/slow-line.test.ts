import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { randomFor } from "#harness";
import { openSlowLine } from "./slow-line.ts";

describe("a slow line", () => {
  it("keeps the order of delayed data even on a busy machine", async () => {
    const echo = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
    await once(echo, "listening");
    const address = echo.address();
    const to = typeof address === "object" && address !== null ? address.port : 0;
    const disturbances = { latency: { leastMs: 0, mostMs: 5 }, spikesPerThousand: 0 };
    const line = await openSlowLine(to, disturbances, randomFor(1, "slow line"));
    const socket = connect(line.port, "127.0.0.1").setNoDelay(true);
    let received = "";
    socket.on("data", (piece) => (received += String(piece)));

    let sent = "";
    for (let number = 0; number < 2_000; number += 1) {
      sent += `${number} `;
      socket.write(`${number} `);
      const untilMs = performance.now() + (number % 7) / 4;
      while (performance.now() < untilMs);
      if (number % 3 === 0) await turn();
    }
    socket.end();
    await once(socket, "close");

    expect(received).toBe(sent);
    await line[Symbol.asyncDispose]();
    echo.close();
  });
});
