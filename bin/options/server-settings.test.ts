import { describe, expect, it } from "vitest";
import { UsageError } from "../process/program-errors.ts";
import { serversOf, serverWords } from "./server-settings.ts";

const endpoint = "http://one.test/";

describe("the servers of a run", () => {
  it("are the endpoint only by default", () => {
    expect(serversOf({ endpoint })).toEqual({});
  });

  it("are the addresses after the first, and the command that restarts it", () => {
    const hook = ["restart=kill -9 $(cat a=b.pid); start"];
    const request = serversOf({ endpoint, replica: ["https://two.test/"], hook });

    expect(request.replicas?.map(({ href }) => href)).toEqual(["https://two.test/"]);
    expect(request.restartCommand).toBe("kill -9 $(cat a=b.pid); start");
    expect(serverWords(request)).toEqual(["--hook", ...hook]);
  });

  it.each([
    { typed: { hook: ["restart=x"] }, error: "--hook requires --endpoint" },
    { typed: { endpoint, hook: ["restrat=x"] }, error: "unknown hook in --hook: restrat" },
    { typed: { endpoint, hook: ["restart"] }, error: "--hook restart has no command" },
    { typed: { endpoint, hook: ["restart= "] }, error: "--hook restart has no command" },
    { typed: { endpoint, hook: ["restart=x", "restart=y"] }, error: "given twice" },
    { typed: { endpoint, replica: ["two"] }, error: "--endpoint is not a URL" },
  ])("refuses $typed", ({ typed, error }) => {
    expect(() => serversOf(typed)).toThrow(UsageError);
    expect(() => serversOf(typed)).toThrow(error);
  });
});
