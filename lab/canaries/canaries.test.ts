import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canary, formsOf, leaksIn } from "./canary.ts";
import { fewCases, roleCanaries, Scenario, typedIdentities } from "./canary-scenario.ts";

let scenario: Scenario;

beforeEach(() => {
  scenario = new Scenario();
});

afterEach(async () => {
  await scenario[Symbol.asyncDispose]();
});

describe("the search for canaries", () => {
  const secret = canary("somewhere");

  it.each(Object.entries(formsOf(secret)))("finds a canary that is %s", (form, letters) => {
    const found = leaksIn([{ where: "a string", text: `before ${letters} behind` }], [secret]);

    expect(found.map((leak) => leak.form)).toContain(form);
  });
});

describe("credentials that a server echoes in every response", () => {
  it("are in no output of a run, nor in anything that is made from its record", async () => {
    const server = await scenario.serve();
    const where = ["--endpoint", `http://${server.host}/graphql`, ...typedIdentities];

    await scenario.check([...where, "--verbose"]);
    await scenario.check([...where, "--quiet"]);
    await scenario.run(["report", scenario.results, "--format", "terminal", "--verbose"]);
    await scenario.run(["judge", scenario.results]);
    await scenario.run(["diff", scenario.results, scenario.results, "--verbose"]);
    await scenario.run(["compare", scenario.results]);
    await scenario.run(["verify", `${scenario.results}/report.json`]);
    await scenario.run(["cleanup", scenario.results, ...where.slice(2)]);

    expect(server.heard.size).toBeGreaterThan(2);
    expect(scenario.leaks()).toEqual([]);
    expect(scenario.hasEchoInRecord).toBe(true);
  });

  it("are in no output if they come from variables, files and commands", async () => {
    const server = await scenario.serve();
    const file = scenario.plant("reader.token", `${roleCanaries.reader}\n`);
    const argument = canary("argument");
    const script = `process.stdout.write(process.env.OTHER_TOKEN)`;
    const code = await scenario.check(
      [
        "--endpoint",
        `http://${server.host}/graphql`,
        "--identity",
        "author=env:ANY_NAME",
        `reader=file:${file}`,
        `controller=command:${process.execPath} -e "${script}" ${argument}`,
        "stranger=command:/bin/no-such-program-at-all",
      ],
      { ANY_NAME: roleCanaries.author, OTHER_TOKEN: roleCanaries.controller },
    );

    expect(code).not.toBe(2);
    expect(server.heard.size).toBe(3);
    expect(scenario.leaks(argument)).toEqual([]);
    expect(scenario.hasEchoInRecord).toBe(true);
  });

  it("are in no output if a dialect logs in, signs tokens or sends them in a cookie", async () => {
    const server = await scenario.serve();
    const key = canary("signing");
    const wrong = canary("wrong");
    const dialect = scenario.plant(
      "dialect.yaml",
      `dialect: 1
extends: canonical
credentials:
  http: { header: Cookie, format: "session=$credential" }
  socket: { place: upgradeHeader, name: Authorization, format: Bearer $credential }
identities:
  author: { static: "${roleCanaries.author}" }
  controller:
    login: { field: logIn, arguments: { password: $env.ONE }, credential: token }
  stranger:
    login: { field: logIn, arguments: { password: $env.ANOTHER }, credential: token }
  reader: { jwt: { algorithm: HS256, keyEnv: KEY, claims: { sub: reader } } }
`,
    );
    await scenario.check(["--endpoint", `http://${server.host}/graphql`, "--dialect", dialect], {
      ONE: roleCanaries.controller,
      ANOTHER: wrong,
      KEY: key,
    });

    expect([...server.heard].some((one) => one.endsWith("-logged-in"))).toBe(true);
    expect([...server.heard].some((one) => one.startsWith("eyJ"))).toBe(true);
    expect(scenario.leaks(key, wrong)).toEqual([]);
    expect(scenario.hasEchoInRecord).toBe(true);
  });

  it("are in no output of a controller run with credentials from a configuration", async () => {
    const server = await scenario.serve();
    const { author, controller, reader } = roleCanaries;
    const [password, query] = [canary("password"), canary("query")];
    const secrets = { password: encodeURIComponent(password), key: encodeURIComponent(query) };
    scenario.plant(
      "conformance.config.yaml",
      `endpoint: "http://canary:${secrets.password}@${server.host}/graphql?key=${secrets.key}"\nidentity:\n  author: "${author}"\n  controller: "${controller}"\n  reader: "${reader}"\n`,
    );
    const last = "printenv CONFORMANCE_TOKEN; printenv CONFORMANCE_TOKEN >&2; exit 1";
    const output = ["--kind", "Service", "--output", scenario.results];
    await scenario.run(["observe", "--for", "1s", ...output]);
    const observed = scenario.given.filter(({ where }) => where.endsWith("run.ndjson")).length;
    const driven = ["--command", last, "--ready", "ready", ...output];
    const only = ["--only", "controllers/reports-on-each-change#Service"];
    const code = await scenario.run(["controller", ...driven, ...only, "--verbose"]);

    expect(observed).toBe(1);
    expect(code).toBe(3);
    expect(server.heard.size).toBeGreaterThan(1);
    expect(scenario.leaks(password, query)).toEqual([]);
    expect(scenario.given.some(({ text }) => text.includes("[credential]"))).toBe(true);
  });

  it("are in no output if they are in the address, nor in a configuration", async () => {
    const server = await scenario.serve();
    const [password, query] = [canary("password"), canary("query")];
    const at = `//canary:${encodeURIComponent(password)}@${server.host}/graphql?key=${encodeURIComponent(query)}`;
    scenario.plant(
      "conformance.config.yaml",
      `endpoint: "http:${at}"\nwsEndpoint: "ws:${at}"\nidentity:\n  author: "${roleCanaries.author}"\n  controller: "${roleCanaries.controller}"\n  reader: "${roleCanaries.reader}"\n`,
    );

    await scenario.run(["config"]);
    await scenario.run(["run", "--verbose", "--output", scenario.results, "--only", ...fewCases]);

    expect([...server.heard]).toContain(query);
    expect([...server.heard]).not.toContain(password);
    expect(scenario.leaks(password, query)).toEqual([]);
    expect(scenario.hasEchoInRecord).toBe(true);
  });

  it("are in no generated dialect", async () => {
    const server = await scenario.serve();
    const where = [
      "--endpoint",
      `http://${server.host}/graphql`,
      "--namespace",
      "default",
      "other",
    ];

    await scenario.run(
      ["init", ...where, "--output", `${scenario.folder}/init.yaml`, ...typedIdentities],
      { CONFORMANCE_AUTHOR: roleCanaries.author },
    );
    await scenario.run(["init", ...where, "--no-probe", "--output", "-", ...typedIdentities]);

    expect(server.heard.size).toBeGreaterThan(0);
    expect(scenario.leaks()).toEqual([]);
  });

  it("are sent to no other host, and are in no error about a redirect", async () => {
    const elsewhere = await scenario.serve();
    const server = await scenario.serve({ redirectTo: `http://${elsewhere.host}/graphql` });
    const endpoint = `http://${server.host}/graphql`;
    const code = await scenario.check(["--endpoint", endpoint, "--verbose", ...typedIdentities]);

    expect(code).toBe(3);
    expect(server.heard.size).toBeGreaterThan(0);
    expect([...elsewhere.heard]).toEqual([]);
    expect(scenario.leaks()).toEqual([]);
  });

  it("are in no error of a hook that prints them", async () => {
    const server = await scenario.serve();
    const [hidden, argument] = [canary("database"), canary("hook")];
    const script = scenario.plant(
      "hook.cjs",
      "console.error('cannot log in: ' + 'x'.repeat(150) + process.env.DATABASE_PASSWORD); process.exit(3);",
    );
    const hook = JSON.stringify([process.execPath, script, argument]);
    const dialect = scenario.plant(
      "dialect.yaml",
      `dialect: 1\nextends: canonical\nname: hooked\neveryKind: { fixtures: { create: { command: ${hook} } } }\n`,
    );
    const code = await scenario.check(
      ["--endpoint", `http://${server.host}/graphql`, "--dialect", dialect, ...typedIdentities],
      { DATABASE_PASSWORD: hidden },
    );

    expect(code).not.toBe(2);
    expect(scenario.leaks(hidden, argument)).toEqual([]);
    expect(scenario.hasEchoInRecord).toBe(true);
  });
});
