import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CommandController } from "./command-controller.ts";
import type { CommandControllerOptions } from "./command-controller.ts";
import { signalGroup } from "./process-group.ts";
import { folderForAllTests } from "../testing/temporary-folder.ts";

const folder = folderForAllTests();

const never = new AbortController().signal;
let marks = 0;

function controller(
  command: string,
  options: Partial<CommandControllerOptions> = {},
): { readonly host: CommandController; readonly mark: string; readonly warnings: string[] } {
  marks += 1;
  const mark = `test${process.pid}x${marks}`;
  const warnings: string[] = [];
  const host = new CommandController({
    command,
    environment: { PATH: process.env["PATH"], FOLDER: folder.path },
    ready: "ready",
    readyMs: 20_000,
    endMs: 20_000,
    mark,
    warn: (text) => warnings.push(text),
    ...options,
  });
  return { host, mark, warnings };
}

/**
 * Counts the live processes with this marker. The group ID exceeds the maximum process ID, so that only the marker
 * matches.
 */
function left(mark: string): number {
  return signalGroup(2_147_483_647, mark, 0);
}

describe("the text that shows readiness", () => {
  it("counts even if much more output follows at once", async () => {
    const much = "head -c 100000 /dev/zero | tr '\\0' 'x'";
    const { host } = controller(`(echo ready; ${much}) > $FOLDER/much; cat $FOLDER/much; sleep 60`);

    await host.start(never);

    expect(host.problem).toBeUndefined();
    await host[Symbol.asyncDispose]();
  });

  it("may arrive in parts", async () => {
    const { host } = controller("printf rea; sleep 0.2; echo dy; sleep 60");

    await host.start(never);

    expect(host.problem).toBeUndefined();
    await host[Symbol.asyncDispose]();
  });
});

it("passes on the errors that it prints, without credentials, until the listener is disposed", async () => {
  const { host } = controller(
    "echo ready; while ! [ -e $FOLDER/go ]; do sleep 0.05; done; echo all is well; echo error: $API_TOKEN >&2; sleep 60",
    {
      environment: { PATH: process.env["PATH"], FOLDER: folder.path, API_TOKEN: "api-token-4711" },
    },
  );
  const [heard, unheard]: [string[], string[]] = [[], []];
  host.listen((line) => unheard.push(line))[Symbol.dispose]();
  using _ = host.listen((line) => heard.push(line));
  await host.start(never);
  writeFileSync(join(folder.path, "go"), "");

  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]).toMatch(/^error: /u);
  expect(heard[0]).not.toContain("4711");
  expect(unheard).toEqual([]);
  await host[Symbol.asyncDispose]();
});

it("a command that does not exist is no start, also if no text shows readiness", async () => {
  const { host } = controller("exec no-such-controller", {
    ready: undefined,
    aliveMs: 600_000,
    readyMs: 600_000,
  });

  await expect(host.start(never)).rejects.toThrow(
    /^the controller did not start: it exited with code 127/u,
  );
  await host[Symbol.asyncDispose]();
});

it("a start that fails once, after others that did not, is tried again", async () => {
  const command = `echo x >> $FOLDER/starts; [ $(wc -l < $FOLDER/starts) != 2 ] || exit 1; echo ready; sleep 60`;
  const { host } = controller(command);
  await host.start(never);
  await host.kill();
  await expect(host.start(never)).rejects.toThrow("did not start");

  await host.start(never);

  expect(host.problem).toBeUndefined();
  await host[Symbol.asyncDispose]();
});

describe("a second instance", () => {
  const loop = "echo ready; while :; do sleep 0.05; done";
  const environment = { PATH: process.env["PATH"], INSTANCE: "second" };

  it("takes the place of the first one, which is killed", async () => {
    const second = { environment, mark: `test${process.pid}second` };
    const { host, mark } = controller(loop, { second });
    await host.start(never);
    const instance = await host.startSecond?.(never);
    expect([left(mark), left(second.mark)].every((count) => count > 0)).toBe(true);

    expect(host.isReplaced).toBe(false);
    await instance?.replaceFirst();
    expect(host.isReplaced).toBe(true);
    await host.start(never);

    expect(host.problem).toBeUndefined();
    expect(left(mark)).toBe(0);
    expect(left(second.mark)).toBeGreaterThan(0);
    await host[Symbol.asyncDispose]();
    expect(left(second.mark)).toBe(0);
  });

  it("is given the lease of the first one until it has taken its place", async () => {
    const waits = `[ -z "$INSTANCE" ] || while [ ! -e "$FOLDER/free" ]; do sleep 0.05; done; ${loop}`;
    const own = { ...environment, FOLDER: folder.path };
    const second = { environment: own, mark: `test${process.pid}elected` };
    let isCutOff = false;
    const giveAway = (): Promise<Disposable> => {
      writeFileSync(join(folder.path, "free"), "");
      isCutOff = true;
      return Promise.resolve({
        [Symbol.dispose]: () => {
          isCutOff = false;
        },
      });
    };
    const { host } = controller(waits, {
      second,
      lease: { areLost: false, forget: () => {}, giveAway, release },
    });
    await host.start(never);
    const instance = await host.startSecond?.(never);

    expect(instance).toBeDefined();
    expect(isCutOff).toBe(true);
    await instance?.replaceFirst();
    expect(isCutOff).toBe(false);
    await host[Symbol.asyncDispose]();
  });

  it("that cannot start leaves the first one alone, and is not tried again", async () => {
    const command = `echo $INSTANCE >> $FOLDER/instances; [ -z "$INSTANCE" ] || exit 1; ${loop}`;
    const own = { ...environment, FOLDER: folder.path };
    const second = { environment: own, mark: `test${process.pid}failing` };
    const { host, mark } = controller(command, { second });
    await host.start(never);

    expect(await host.startSecond?.(never)).toBeUndefined();
    expect(await host.startSecond?.(never)).toBeUndefined();

    expect(readFileSync(join(folder.path, "instances"), "utf8")).toBe("\nsecond\n");
    expect(host.problem).toBeUndefined();
    expect(left(mark)).toBeGreaterThan(0);
    await host[Symbol.asyncDispose]();
  });
});

/** Returns a script that exits at its first start and keeps running at later starts. */
function once(file: string): string {
  return `echo ready; [ -e "$FOLDER/${file}" ] && exec sleep 600; touch "$FOLDER/${file}"; sleep 0.2; exit 7`;
}

const release = (): Promise<void> => Promise.resolve();

const kept = (): Promise<Disposable> => Promise.resolve({ [Symbol.dispose]: () => {} });

it("releases the lease of a process that it has killed", async () => {
  let mostLeft = Number.NaN;
  const { host, mark } = controller("echo ready; sleep 60", {
    lease: {
      areLost: false,
      forget: () => {},
      giveAway: kept,
      release: () => {
        mostLeft = left(mark);
        return Promise.resolve();
      },
    },
  });
  await host.start(never);

  await host.kill();

  expect(mostLeft).toBe(0);
  await host[Symbol.asyncDispose]();
});

describe("a controller that exits by itself", () => {
  it("is started again if it has lost its lease", async () => {
    let forgotten = 0;
    const lease = { areLost: true, forget: () => void (forgotten += 1), giveAway: kept, release };
    const { host } = controller(once("lost"), { lease });
    await host.start(never);

    await expect.poll(() => host.restarts).toBe(1);
    await host.start(never);
    expect(host.problem).toBeUndefined();
    expect(forgotten).toBe(2);
    await host[Symbol.asyncDispose]();
  });

  it("has a problem if its lease is renewed", async () => {
    const { host } = controller(once("kept"), {
      lease: { areLost: false, forget: () => {}, giveAway: kept, release },
    });
    await host.start(never);

    await expect.poll(() => host.problem).toContain("code 7");
    expect(host.restarts).toBe(0);
    await host[Symbol.asyncDispose]();
  });

  it("shows the end of its output if it exits on its own", async () => {
    const { host, warnings } = controller("echo ready; echo first; echo 'error: second'; exit 7");

    await host.start(never);
    await expect.poll(() => host.problem).toContain("error: second");

    expect(warnings).toEqual([
      "the controller exited with code 7; the end of its output:\n  ready\n  first\n  error: second",
    ]);
    await host[Symbol.asyncDispose]();
  });

  it("shows the end of its output only for the first failed starts", async () => {
    const { host, warnings } = controller("echo one; echo $$ ; exit 3");

    for (let start = 0; start < 4; start += 1) {
      await expect(host.start(never)).rejects.toThrow("exited with code 3");
      await host.kill();
    }

    expect(warnings).toHaveLength(2);
    await host[Symbol.asyncDispose]();
  });

  it("shows what a process printed that does not become ready, without its credentials", async () => {
    const { host, warnings } = controller("echo waiting; echo token $API_TOKEN; sleep 60", {
      readyMs: 1_500,
      environment: { PATH: process.env["PATH"], API_TOKEN: "a-secret-of-the-run" },
    });

    await expect(host.start(never)).rejects.toThrow("did not print");

    expect(warnings).toEqual([
      'the controller did not print "ready" within 1500 ms; the end of its output:\n  waiting\n  token [credential]',
    ]);
    await host[Symbol.asyncDispose]();
  });

  it("has a problem if it does not start again", async () => {
    const { host } = controller(`[ -e "$FOLDER/never" ] && exit 3; ${once("never")}`, {
      lease: { areLost: true, forget: () => {}, giveAway: kept, release },
    });
    await host.start(never);

    await expect.poll(() => host.problem).toContain("code 3");
    await host[Symbol.asyncDispose]();
  });

  it("leaves the work to a second instance, and is started again if that one is stopped", async () => {
    const exits = `echo ready; [ -n "$INSTANCE" ] && exec sleep 600; while [ ! -e "$FOLDER/give" ]; do sleep 0.05; done; rm "$FOLDER/give"; exit 1`;
    const own = { PATH: process.env["PATH"], FOLDER: folder.path, INSTANCE: "second" };
    const second = { environment: own, mark: `test${process.pid}leader` };
    const { host } = controller(exits, { second });
    await host.start(never);
    const instance = await host.startSecond?.(never);

    writeFileSync(join(folder.path, "give"), "");
    await expect.poll(() => host.isReplaced).toBe(true);
    expect(host.problem).toBeUndefined();
    await instance?.kill();
    await host.start(never);

    expect({ problem: host.problem, restarts: host.restarts }).toEqual({
      problem: undefined,
      restarts: 1,
    });
    await host[Symbol.asyncDispose]();
  });
});

describe("a controller that is a program", () => {
  it("is started once, and ended with SIGTERM", async () => {
    const { host, mark, warnings } = controller(
      'trap "echo ended > $FOLDER/ended; exit" TERM; echo ready; while :; do sleep 0.05; done',
    );
    await Promise.all([host.start(never), host.start(never)]);
    expect(host.problem).toBeUndefined();

    await host[Symbol.asyncDispose]();

    expect(readFileSync(join(folder.path, "ended"), "utf8")).toBe("ended\n");
    expect(left(mark)).toBe(0);
    expect(warnings).toEqual([]);
  });

  it.each([
    ["crashes", "echo no such table >&2; exit 3", "it exited with code 3: no such table"],
    [
      "says so last",
      "(sleep 0.1; echo no such table >&2) & exit 3",
      "it exited with code 3: no such",
    ],
    ["leaves its pipes open", "sleep 600 & echo gone >&2; exit 3", "it exited with code 3: gone"],
    ["does not exist", "no-such-program-at-all", "it exited with code 127"],
    ["is killed", "kill -9 $$", "it was terminated by SIGKILL"],
  ])("that %s is said not to have started, and why", async (_, command, why) => {
    const { host, mark } = controller(command);

    await expect(host.start(never)).rejects.toThrow(`the controller did not start: ${why}`);
    expect(left(mark)).toBe(0);
    await host[Symbol.asyncDispose]();
  });

  it("that never becomes ready is ended, with its last words", async () => {
    const { host, mark } = controller("echo waiting for the moon; sleep 600", { readyMs: 1_000 });

    await expect(host.start(never)).rejects.toThrow(
      'it did not print "ready" within 1000 ms: waiting for the moon',
    );
    // The second start fails immediately instead of waiting for the timeout again.
    await expect(host.start(never)).rejects.toThrow("within 1000 ms");
    expect(left(mark)).toBe(0);
  });

  it("that ignores SIGTERM is killed, and that is said", async () => {
    const { host, mark, warnings } = controller(
      'trap "" TERM; echo ready; while :; do sleep 0.05; done',
      { endMs: 500 },
    );
    await host.start(never);

    await host[Symbol.asyncDispose]();

    expect(warnings).toEqual([
      "the controller did not exit within 500 ms after SIGTERM and was killed",
    ]);
    expect(left(mark)).toBe(0);
  });

  it("that forks, also out of its group, leaves nothing behind", async () => {
    const { host, mark } = controller(
      "sleep 600 & setsid sleep 601 & setsid sh -c 'sleep 602 & wait' & echo ready; wait",
    );
    await host.start(never);
    expect(left(mark)).toBeGreaterThan(2);

    await host[Symbol.asyncDispose]();

    expect(left(mark)).toBe(0);
  });

  it("that prints garbage without end is none the worse for it", async () => {
    const { host, mark } = controller("head -c 3000000 /dev/urandom; echo ready; exec sleep 600");

    await host.start(never);

    expect(host.problem).toBeUndefined();
    await host.kill();
    expect(left(mark)).toBe(0);
  });

  it("that ends by itself says how, and can be started again", async () => {
    const { host, mark } = controller(
      'echo ready; [ -e "$FOLDER/second" ] && exec sleep 600; touch "$FOLDER/second"; sleep 0.2; exit 7',
    );
    await host.start(never);
    await expect.poll(() => host.problem).toContain("it exited with code 7");
    expect(existsSync(join(folder.path, "second"))).toBe(true);

    await host.start(never);

    expect(host.problem).toBeUndefined();
    await host[Symbol.asyncDispose]();
    expect(left(mark)).toBe(0);
  });
});
