import { describe, expect, it } from "vitest";
import { isJsonObject, memberAt } from "#contract";
import type { JsonObject, RefusalCause } from "#contract";
import { fitSpecs } from "./fit-specs.ts";
import type { SpecsFitted } from "./fit-specs.ts";
import { noTrialServer } from "./trial-server.ts";
import type { TrialServer, TrialReply } from "./trial-server.ts";

function serverWith(
  rule: (spec: JsonObject, stored: JsonObject | undefined) => RefusalCause | undefined,
): TrialServer {
  let stored: JsonObject | undefined;
  let created: JsonObject | undefined;
  const reply = (spec: JsonObject, before?: JsonObject): Promise<TrialReply> => {
    const cause = rule(spec, before);
    return Promise.resolve(
      cause === undefined
        ? { isAccepted: true, object: { spec } }
        : { isAccepted: false, message: cause.message, causes: [cause] },
    );
  };
  const keep = async (spec: JsonObject, before?: JsonObject): Promise<TrialReply> => {
    const answer = await reply(spec, before);
    if (answer.isAccepted) stored = spec;
    return answer;
  };
  return {
    ...noTrialServer,
    isReal: true,
    tryCreation: (spec) => reply(spec),
    create: (spec) => {
      created = spec;
      return keep(spec);
    },
    renew: (spec) => {
      created = spec ?? created;
      stored = created;
      return Promise.resolve();
    },
    replace: (spec) => keep(spec, stored),
  };
}

function dropping(names: readonly string[]): TrialServer {
  const open = serverWith(() => undefined);
  const keep = async (made: Promise<TrialReply>): Promise<TrialReply> => {
    const reply = await made;
    const { spec } = reply.isAccepted ? reply.object : {};
    const left = Object.entries(isJsonObject(spec) ? spec : {}).filter(
      ([name]) => !names.includes(name),
    );
    return { isAccepted: true, object: { spec: Object.fromEntries(left) } };
  };
  return {
    ...open,
    tryCreation: (spec) => keep(open.tryCreation(spec)),
    create: (spec) => keep(open.create(spec)),
    replace: (spec) => keep(open.replace(spec)),
  };
}

const text = { type: "string" };
const number = { type: "integer" };

function fitted(
  schema: JsonObject,
  trialServer: TrialServer,
  root: JsonObject = {},
): Promise<SpecsFitted> {
  return fitSpecs({
    schema: { type: "object", ...schema },
    side: "spec",
    served: { root, parts: new Map() },
    trialServer,
    specIn: ({ spec }) => (isJsonObject(spec) ? spec : {}),
  });
}

/** Accepts a spec with exactly one of `role` and `profile`, and with `alias` or `family`. */
function underBothRules(spec: JsonObject): TrialReply {
  const has = (name: string): boolean => spec[name] !== undefined;
  const causes = [
    ...(has("role") === has("profile") ? [{ field: "spec", message: "exactly one of them" }] : []),
    ...(has("alias") || has("family") ? [] : [{ field: "spec", message: "one of them at least" }]),
  ];
  return causes.length === 0
    ? { isAccepted: true, object: { spec } }
    : { isAccepted: false, message: "refused", causes };
}

function isRoute(reference: unknown): boolean {
  const { group, kind } = isJsonObject(reference) ? reference : {};
  return group === "net" && (kind === "Gateway" || kind === "Route");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

describe("specs that a server rejects", () => {
  it("get the properties that it states as required", async () => {
    const schema = { required: ["size"], properties: { size: number, zone: { type: "object" } } };
    const trialServer = serverWith(({ zone }) =>
      zone === undefined
        ? { field: "spec.zone", reason: "FieldValueRequired", message: "Required value" }
        : undefined,
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ size: 1, zone: {} }, { size: 2 }, { size: 3 }],
    });
  });

  it.each(["FieldValueForbidden", "FieldValueInvalid"])(
    "get the absent property that a rule of a union names, with reason %s",
    async (reason) => {
      const canary = { type: "object", required: ["steps"], properties: { steps: number } };
      const blue = { type: "object", properties: { isAutomatic: { type: "boolean" } } };
      const mode = { ...text, enum: ["Canary", "Blue"] };
      const schema = {
        required: ["mode", "size"],
        properties: { mode, size: number, blue, canary },
      };
      const message = "must be set if and only if the mode names it";
      const trialServer = serverWith((spec) => {
        const wrong = ["Canary", "Blue"].find(
          (name) => (spec["mode"] === name) !== (spec[name.toLowerCase()] !== undefined),
        );
        return wrong === undefined
          ? undefined
          : { field: `spec.${wrong.toLowerCase()}`, reason, message };
      });

      await expect(fitted(schema, trialServer)).resolves.toMatchObject({
        specs: [
          { mode: "Canary", canary: { steps: 1 }, size: 1 },
          { mode: "Canary", size: 2 },
          { mode: "Canary", size: 3 },
        ],
      });
    },
  );

  it("follow a rule whose message is computed, and keep the values that other errors required", async () => {
    const rule = "has(self.failures) == (self.mode == 'First')";
    const mode = { ...text, enum: ["First", "Second"] };
    const zone = { type: "object", properties: { name: text } };
    const schema = {
      required: ["size", "mode", "zone"],
      properties: { size: number, mode, zone, alpha: text, beta: text, failures: text },
      "x-kubernetes-validations": [{ rule, messageExpression: "'computed'" }],
    };
    let tried = 0;
    const trialServer = serverWith((spec) => {
      tried += 1;
      const { name } = isJsonObject(spec["zone"]) ? spec["zone"] : {};
      if (name === undefined) {
        return { field: "spec.zone.name", reason: "FieldValueRequired", message: "Required value" };
      }
      const isFirst = spec["mode"] === "First";
      return isFirst === (spec["failures"] !== undefined)
        ? undefined
        : { field: "spec", message: "Invalid value: computed" };
    });
    const made = await fitted(schema, trialServer);

    expect(made).toMatchObject({ isFitted: true });
    // Includes the attempts for the first error, for the values of the rule, for the property that the rule names, and
    // for the variants.
    expect(tried).toBeLessThan(30);
  });

  it("keep what satisfies one rule while another one is tried", async () => {
    const oneOf = "has(self.role) != has(self.profile)";
    const demanded = "has(self.alias) || has(self.family)";
    const schema = {
      required: ["terms"],
      properties: {
        alpha: text,
        alias: { type: "object" },
        family: text,
        profile: text,
        role: text,
        terms: text,
      },
      "x-kubernetes-validations": [
        { rule: oneOf, message: "exactly one of them" },
        { rule: demanded, message: "one of them at least" },
      ],
    };
    const trialServer: TrialServer = {
      ...noTrialServer,
      isReal: true,
      tryCreation: (spec) => Promise.resolve(underBothRules(spec)),
      create: (spec) => Promise.resolve(underBothRules(spec)),
      replace: (spec) => Promise.resolve(underBothRules(spec)),
    };

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it.each([
    ["the list", "self.all(r, r.kind in ['Gateway', 'Route'] && r.group == 'net')", "spec.refs"],
    ["the object", "self.refs.all(r, r.group == 'net' && r.kind == 'Route')", "spec"],
  ])("follow a rule of %s on the items of a list", async (_of, rule, field) => {
    const item = {
      type: "object",
      required: ["group", "kind"],
      properties: { group: text, kind: text },
    };
    const rules = { "x-kubernetes-validations": [{ rule, message: "only these" }] };
    const refs = { type: "array", minItems: 1, items: item };
    const schema = {
      required: ["refs", "size"],
      properties: { size: number, refs: field === "spec" ? refs : { ...refs, ...rules } },
      ...(field === "spec" ? rules : {}),
    };
    const trialServer = serverWith(({ refs: given }) =>
      Array.isArray(given) && given.every(isRoute)
        ? undefined
        : { field, message: 'Invalid value: "array": only these' },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ refs: [{ group: "net" }] }, {}, {}],
    });
  });

  it("follow a rule on the strings of a list", async () => {
    const rule = "self.all(zone, zone in ['east', 'west'])";
    const zones = {
      type: "array",
      minItems: 2,
      items: text,
      "x-kubernetes-validations": [{ rule, message: "east or west" }],
    };
    const schema = { required: ["zones", "size"], properties: { size: number, zones } };
    const trialServer = serverWith(({ zones: given }) => {
      const isMet =
        Array.isArray(given) && given.every((one: unknown) => one === "east" || one === "west");
      return isMet ? undefined : { field: "spec.zones", message: "east or west" };
    });

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ zones: ["west", "east"] }, {}, {}],
    });
  });

  it.each([
    ["a pattern", "self.all(k, k.matches('^[a-z]+$'))", /^[a-z]+$/u],
    ["a function", "self.all(k, isQualified(k))", /^[a-z.]+\/[a-z-]+$/u],
  ])("have keys that follow %s", async (_form, rule, keys) => {
    const axes = {
      type: "object",
      minProperties: 2,
      additionalProperties: { type: "array", items: text },
      "x-kubernetes-validations": [{ rule, message: "names of axes" }],
    };
    const schema = { required: ["axes", "size"], properties: { size: number, axes } };
    const trialServer = serverWith(({ axes: given }) =>
      isJsonObject(given) && Object.keys(given).every((key) => keys.test(key))
        ? undefined
        : { field: "spec.axes", message: 'Invalid value: "object": names of axes' },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("keep the value that a rule compares while its other properties are tried", async () => {
    const message = "the value breaks a rule";
    const schema = {
      required: ["mode"],
      properties: { mode: { ...text, enum: ["First", "Second"] }, host: text, region: number },
      "x-kubernetes-validations": [
        { rule: "!(self.mode == 'First' && !has(self.host))", messageExpression: `'${message}'` },
        { rule: "self.mode == 'Second' ? has(self.region) : !has(self.region)", message },
      ],
    };
    const trialServer = serverWith(({ mode, host, region }) => {
      const isMet =
        (mode === "Second") === (region !== undefined) && (mode === "Second" || host !== undefined);
      return isMet ? undefined : { field: "spec", message };
    });

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("try each alternative of two rules with the same message", async () => {
    const message = "the value breaks a rule";
    const schema = {
      required: ["profile"],
      properties: {
        profile: { ...text, enum: ["First", "Second"] },
        target: text,
        allowed: number,
      },
      "x-kubernetes-validations": [
        { rule: "has(self.target) == (self.profile == 'First')", message },
        { rule: "self.profile == 'Second' ? has(self.allowed) : !has(self.allowed)", message },
      ],
    };
    const causesOf = ({ profile, target, allowed }: JsonObject): readonly RefusalCause[] =>
      [
        (target !== undefined) !== (profile === "First"),
        (profile === "Second") !== (allowed !== undefined),
      ].flatMap((isBroken) => (isBroken ? [{ field: "spec", message }] : []));
    const reply = (spec: JsonObject): Promise<TrialReply> => {
      const causes = causesOf(spec);
      return Promise.resolve(
        causes.length === 0
          ? { isAccepted: true, object: { spec } }
          : { isAccepted: false, message, causes },
      );
    };
    const trialServer: TrialServer = {
      ...noTrialServer,
      isReal: true,
      tryCreation: reply,
      create: reply,
      replace: reply,
    };

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("take another alternative of a schema if no value of the first one is known", async () => {
    const schema = {
      required: ["size"],
      properties: { size: number, code: { ...text, pattern: "^(?=a)b$" }, name: text },
      anyOf: [{ required: ["code"] }, { required: ["name"] }],
    };
    const trialServer = serverWith(() => undefined);

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ name: "name-a" }, {}, {}],
    });
  });

  it.each(["^arn:aws[a-z-]*:iam::[0-9]{12}:role/.+$", "^[A-F0-9]{8}(-[A-F0-9]{8}){9}$"])(
    "get a string that follows the long pattern %s",
    async (pattern) => {
      const schema = { required: ["role"], properties: { role: { ...text, pattern } } };
      const trialServer = serverWith(({ role }) =>
        typeof role === "string" && new RegExp(pattern, "u").test(role)
          ? undefined
          : { field: "spec.role", message: "does not match" },
      );

      await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
    },
  );

  it("leave out a property without a valid value if a rule demands it or another one", async () => {
    const rule = "has(self.alias) || has(self.family)";
    const schema = {
      required: ["size"],
      properties: { size: number, alias: text, family: text },
      "x-kubernetes-validations": [{ rule, message: "one of them" }],
    };
    const trialServer = serverWith(({ alias, family }) => {
      if (alias !== undefined) return { field: "spec.alias", message: "Invalid value: malformed" };
      return family === undefined ? { field: "spec", message: "one of them" } : undefined;
    });

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("vary in a property that the server keeps, if it drops another one", async () => {
    // A conversion between versions drops fields that the stored version lacks.
    const properties = {
      configs: text,
      zone: text,
      part: { type: "object", properties: { name: text } },
    };

    await expect(fitted({ properties }, dropping(["configs", "zone"]))).resolves.toMatchObject({
      specs: [{ part: { name: "name-a" } }, { part: { name: "name-b" } }, {}],
    });
    await expect(
      fitted({ required: ["configs"], properties }, dropping(["configs", "zone"])),
    ).resolves.toMatchObject({ isFitted: true });
    await expect(
      fitted({ properties }, dropping(["configs", "zone", "part"])),
    ).resolves.toMatchObject({
      isFitted: false,
      problem: "fewer than three valid values of spec are known",
    });
  });

  it("get the entries that the rules of a map require", async () => {
    const rules = ["'a.io/role' in self && self['a.io/role'] == 'main'", "'a.io/owner' in self"];
    const labels = {
      type: "object",
      additionalProperties: text,
      "x-kubernetes-validations": [
        ...rules.map((rule) => ({ rule, message: `needs ${rule}` })),
        { rule: "!('b.io/none' in self)", message: "needs none" },
      ],
    };
    const schema = { required: ["size", "labels"], properties: { size: number, labels } };
    const trialServer = serverWith(({ labels: map }) => {
      const entries = isJsonObject(map) ? map : {};
      if (entries["a.io/role"] === "main" && "a.io/owner" in entries) return undefined;
      const broken = entries["a.io/role"] === "main" ? rules[1] : rules[0];
      return { field: "spec.labels", message: `Invalid value: "object": needs ${broken}` };
    });

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ size: 1, labels: { "a.io/role": "main" } }, { size: 2 }, { size: 3 }],
    });
  });

  it("get the required properties of an embedded object", async () => {
    const spec = { type: "object", required: ["zone"], properties: { zone: text } };
    const part = {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      required: ["spec"],
      properties: { apiVersion: text, kind: text, metadata: { type: "object" }, spec },
    };
    const schema = { required: ["size", "part"], properties: { size: number, part } };
    const trialServer = serverWith(({ part: made }) =>
      isJsonObject(made) && isJsonObject(made["spec"])
        ? undefined
        : { field: "spec.part.spec", reason: "FieldValueRequired", message: "Required value" },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ part: { kind: "ConfigMap", spec: { zone: "zone-a" } } }, {}, {}],
    });
  });

  it("take a value that it names", async () => {
    const schema = { required: ["size", "mode"], properties: { size: number, mode: text } };
    const trialServer = serverWith(({ mode }) =>
      mode === "Fast"
        ? undefined
        : {
            field: "spec.mode",
            message: 'Unsupported value: "mode-a": supported values: "Fast"',
          },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ mode: "Fast" }, { mode: "Fast" }, { mode: "Fast" }],
    });
  });

  it("set one of several if a rule requires exactly one", async () => {
    const rule = { rule: "has(self.left) != has(self.right)", message: "one of left and right" };
    const schema = {
      properties: { left: number, right: number },
      "x-kubernetes-validations": [rule],
    };
    const trialServer = serverWith(({ left, right }) =>
      (left === undefined) === (right === undefined)
        ? { field: "spec", message: `Invalid value: "object": ${rule.message}` }
        : undefined,
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ left: 1 }, { left: 2 }, { left: 3 }],
    });
  });

  it("set all together if a rule requires it, with names escaped as in CEL", async () => {
    const place = {
      type: "object",
      properties: { kind: text, name: text, namespace: text },
      "x-kubernetes-validations": [
        { rule: "has(self.name) && has(self.__namespace__)", message: "both must be set" },
      ],
    };
    const schema = { required: ["size", "ref"], properties: { size: number, ref: place } };
    const trialServer = serverWith(({ ref }) =>
      isJsonObject(ref) && "name" in ref && "namespace" in ref
        ? undefined
        : { field: "spec.ref", reason: "FieldValueInvalid", message: "both must be set" },
    );

    const made = await fitted(schema, trialServer);
    expect(made.isFitted && Object.keys(made.specs[0]?.["ref"] ?? {})).toEqual([
      "name",
      "namespace",
    ]);
  });

  it.each(["||", "&&"])("set properties of inner objects that rules join by %s", async (join) => {
    const message = "a key must come from a secret or a text";
    const source = { type: "object", properties: { secret: text, content: text } };
    const key = { type: "object", required: ["name"], properties: { name: text, source } };
    const tls = { type: "object", properties: { key } };
    const tested = ["secret", "content"].map((name) => `has(self.tls.key.source.${name})`);
    const schema = {
      required: ["size"],
      properties: { size: number, tls },
      "x-kubernetes-validations": [
        { rule: `self.size < 0 || ${tested.join(` ${join} `)}`, message },
      ],
    };
    const trialServer = serverWith(({ tls: made }) => {
      const found = ["secret", "content"].filter((name) => memberAt(made, ["key", "source", name]));
      return found.length >= (join === "&&" ? 2 : 1)
        ? undefined
        : { field: "spec", message: `Invalid value: "object": no such key: key: ${message}` };
    });

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("have the optional property that a rule on updates reads", async () => {
    const network = { type: "object", properties: { class: text } };
    const schema = { required: ["size"], properties: { size: number, network } };
    const trialServer = serverWith((next, stored) =>
      stored === undefined || ("network" in next && "network" in stored)
        ? undefined
        : {
            field: "spec",
            message:
              'Invalid value: "object": no such key: network evaluating rule: keep the class',
          },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [1, 2, 3].map((size) => ({ size, network: {} })),
    });
  });

  it("have a format that only a rule on updates parses", async () => {
    const rule = "quantity(self).compareTo(quantity(oldSelf)) >= 0";
    const rules = { "x-kubernetes-validations": [{ rule, message: "can only grow" }] };
    const schema = {
      required: ["size", "count"],
      properties: { size: { ...text, ...rules }, count: number },
    };
    const trialServer = serverWith(({ size }, stored) =>
      stored === undefined ||
      (typeof size === "string" && /^\d+Gi$/u.test(size) && size >= textOf(stored["size"]))
        ? undefined
        : { field: "spec.size", message: `Invalid value: "string": ${rule}` },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      isFitted: true,
      specs: [{ size: "1Gi", count: 1 }, { count: 2 }, { count: 3 }],
    });
  });

  it("have the sum that a rule requires of a list", async () => {
    const message = "the weights must sum to 100";
    const rule = "self.map(r, r.weight).sum() == 100";
    const item = {
      type: "object",
      required: ["name", "weight"],
      properties: { name: text, weight: number },
    };
    const rules = { "x-kubernetes-validations": [{ rule, message }] };
    const routes = { type: "array", items: item, ...rules };
    const schema = { required: ["routes", "size"], properties: { routes, size: number } };
    const trialServer = serverWith(({ routes: given }) =>
      Array.isArray(given) && given.every((one) => isJsonObject(one) && one["weight"] === 100)
        ? undefined
        : { field: "spec.routes", message: `Invalid value: "array": ${message}` },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ routes: [{ weight: 100 }], size: 1 }, { size: 2 }, { size: 3 }],
    });
  });

  it("keep their format if a rule orders them", async () => {
    const message = "the start must be before the end";
    const rules = [{ rule: "self.start < self.end", message }];
    const time = { type: "string", format: "date-time" };
    const schema = {
      required: ["start", "end"],
      properties: { start: time, end: time },
      "x-kubernetes-validations": rules,
    };
    const trialServer = serverWith(({ start, end }) => {
      const times = [start, end].map((one) => Date.parse(typeof one === "string" ? one : ""));
      if (times.some(Number.isNaN))
        return { field: "spec.start", message: "must be of type date-time" };
      const [from = 0, to = 0] = times;
      return from < to ? undefined : { field: "spec", message: `Invalid value: ${message}` };
    });

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("have the values that a rule compares them with", async () => {
    const rule = { rule: "self.kind == 'Gateway'", message: "only a Gateway may be named" };
    const properties = { kind: text, size: number };
    const schema = {
      required: ["kind", "size"],
      properties,
      "x-kubernetes-validations": [rule],
    };
    const trialServer = serverWith(({ kind }) =>
      kind === "Gateway"
        ? undefined
        : { field: "spec", message: `Invalid value: "object": ${rule.message}` },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [{ kind: "Gateway", size: 1 }, { size: 2 }, { size: 3 }],
    });
  });

  it("repeat a name if a rule compares two, one of them in a list", async () => {
    const rule = "self.items.exists(x, x.name == self.main)";
    const item = { type: "object", required: ["name"], properties: { name: text, weight: number } };
    const items = { type: "array", minItems: 1, items: item };
    const url = {
      type: "object",
      required: ["main", "items"],
      properties: { main: text, items },
      "x-kubernetes-validations": [{ rule, messageExpression: "'computed'" }],
    };
    const schema = { required: ["size", "url"], properties: { size: number, url } };
    const trialServer = serverWith(({ url: part }) => {
      const { main, items: all } = isJsonObject(part) ? part : {};
      const names = Array.isArray(all)
        ? all.map((one) => (isJsonObject(one) ? one["name"] : ""))
        : [];
      return typeof main === "string" && names.includes(main)
        ? undefined
        : { field: "spec.url", reason: "FieldValueInvalid", message: "computed" };
    });

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("follow the rule of a string", async () => {
    const rule = "self in ['one', 'two', 'three']";
    const mode = { ...text, "x-kubernetes-validations": [{ rule, message: "told" }] };
    const schema = { required: ["mode"], properties: { mode } };
    const trialServer = serverWith(({ mode: value }) =>
      typeof value === "string" && ["one", "two", "three"].includes(value)
        ? undefined
        : { field: "spec.mode", reason: "FieldValueInvalid", message: 'Invalid value: "": told' },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it.each(["spec.parts[key-a].size", "spec.parts.key-a.size"])(
    "follow an error at %s, which is in an entry of a map",
    async (field) => {
      const entry = { type: "object", required: ["size"], properties: { size: number } };
      const parts = { type: "object", additionalProperties: entry, minProperties: 1 };
      const schema = { required: ["size", "parts"], properties: { size: number, parts } };
      const trialServer = serverWith(({ parts: all }) => {
        const { "key-a": one } = isJsonObject(all) ? all : {};
        return isJsonObject(one) && Number(one["size"]) % 5 === 0
          ? undefined
          : { field, reason: "FieldValueInvalid", message: "told" };
      });

      await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
    },
  );

  it("follow the two rules of a union, whose messages are equal", async () => {
    const rules = [
      "self.endpoint == 'First' ? has(self.labels) : !has(self.labels)",
      "self.endpoint == 'Second' ? has(self.capacity) : !has(self.capacity)",
    ];
    const schema = {
      required: ["size", "endpoint"],
      properties: {
        uri: text,
        subnets: { type: "object", additionalProperties: { type: "object", required: ["v"] } },
        size: number,
        endpoint: { ...text, enum: ["First", "Second"] },
        labels: text,
        capacity: { ...number, minimum: 100, maximum: 102 },
      },
      "x-kubernetes-validations": rules.map((rule) => ({ rule, message: "told" })),
    };
    const trialServer = serverWith(({ endpoint, labels, capacity }) =>
      (endpoint === "First") === (labels !== undefined) &&
      (endpoint === "Second") === (capacity !== undefined)
        ? undefined
        : { field: "spec", reason: "FieldValueInvalid", message: "Invalid value: told" },
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("keep immutable values", async () => {
    const schema = {
      required: ["size", "zone"],
      properties: { size: number, zone: text },
    };
    const trialServer = serverWith(({ zone }, stored) =>
      stored !== undefined && stored["zone"] !== zone
        ? { field: "spec.zone", message: "Invalid value: zone is immutable" }
        : undefined,
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [
        { size: 1, zone: "zone-a" },
        { size: 2, zone: "zone-a" },
        { size: 3, zone: "zone-a" },
      ],
    });
  });

  it.each([
    {
      rule: "that is broken by a choice in one variant",
      isBroken: ({ mode, size }: JsonObject) => mode === "Spot" && size !== 1,
      specs: [{ mode: "OnDemand" }, { mode: "OnDemand" }, { mode: "OnDemand" }],
    },
    {
      rule: "of which one property alone may change",
      isBroken: ({ mode, zone }: JsonObject, stored: JsonObject | undefined) =>
        stored !== undefined && (stored["mode"] !== mode || stored["zone"] !== zone),
      specs: [
        { mode: "OnDemand", zone: "zone-a", size: 1 },
        { mode: "OnDemand", zone: "zone-a", size: 2 },
        { mode: "OnDemand", zone: "zone-a", size: 3 },
      ],
    },
  ])("keep what differs against a rule of the whole spec $rule", async ({ isBroken, specs }) => {
    const schema = {
      required: ["mode", "size", "zone"],
      properties: { mode: { enum: ["OnDemand", "Spot"] }, size: number, zone: text },
    };
    const trialServer = serverWith((spec, stored) =>
      isBroken(spec, stored) ? { field: "spec", message: "the rule is broken" } : undefined,
    );

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ specs });
  });

  it("are abandoned if the server rejects the names of all objects", async () => {
    const message = "metadata.name in body should match '^tkt-[0-9]{6}$'";
    const trialServer = serverWith(() => ({ field: "metadata.name", message }));

    await expect(fitted({ properties: { size: number } }, trialServer)).resolves.toEqual({
      isFitted: false,
      problem: `the API server rejects the metadata of each object of the suite: ${message}`,
    });
  });

  it.each(["<nil>", undefined])(
    "are abandoned if a rule of the whole object limits the names: field %s",
    async (field) => {
      const message = 'Invalid value: "object": only one';
      const trialServer = serverWith(() => ({
        message,
        ...(field === undefined ? {} : { field }),
      }));
      const rules = [{ rule: "self.metadata.name == 'default'", message: "only one" }];
      const object = { type: "object", "x-kubernetes-validations": rules };
      const fits = fitted({ properties: { size: number } }, trialServer, object);

      await expect(fits).resolves.toMatchObject({
        problem: `the API server rejects the metadata of each object of the suite: ${message}`,
      });
    },
  );

  it("are abandoned with the server's message", async () => {
    const trialServer = serverWith(() => ({ message: "denied by a webhook" }));

    await expect(fitted({ properties: { size: number } }, trialServer)).resolves.toEqual({
      isFitted: false,
      problem: "the API server rejects values that its schema allows: denied by a webhook",
    });
  });

  it("get the value that a rule requires of a property with a dot in its name", async () => {
    const rule = "[has(self.ratio),has(self.zone)].filter(x,x==true).size() >= 1";
    const inner = {
      type: "object",
      properties: { ratio: number, zone: text },
      "x-kubernetes-validations": [{ rule }],
    };
    const outer = { type: "object", required: ["user"], properties: { user: inner } };
    const schema = { required: ["replica.count"], properties: { "replica.count": outer } };
    const trialServer = serverWith(({ "replica.count": count }) => {
      const user = isJsonObject(count) && isJsonObject(count["user"]) ? count["user"] : {};
      const isFine = "ratio" in user || "zone" in user;
      const field = "spec.replica.count.user";
      return isFine ? undefined : { field, message: `failed rule: ${rule}` };
    });

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({ isFitted: true });
  });

  it("keep values that may only grow, and values that must not change", async () => {
    const trialServer = serverWith((next, stored) => {
      if (stored === undefined) return undefined;
      const isSmaller = Number(stored["size"]) > Number(next["size"]);
      const message = isSmaller ? "a volume cannot shrink" : "the class is immutable";
      const isFine = !isSmaller && stored["mode"] === next["mode"];
      return isFine ? undefined : { field: "spec", message };
    });
    const schema = { required: ["size"], properties: { size: number, mode: text, note: text } };

    await expect(fitted(schema, trialServer)).resolves.toMatchObject({
      specs: [
        { size: 1, mode: "mode-a", note: "note-a" },
        { size: 1, mode: "mode-a", note: "note-b" },
        { size: 1, mode: "mode-a", note: "note-c" },
      ],
    });
  });

  it("are those of new objects if none of their fields may be changed", async () => {
    const trialServer = serverWith((_spec, stored) =>
      stored === undefined ? undefined : { field: "spec", message: "the spec is immutable" },
    );

    await expect(fitted({ properties: { size: number } }, trialServer)).resolves.toEqual({
      isFitted: true,
      specs: [{ size: 1 }, { size: 2 }, { size: 3 }],
      withoutUpdates: "its spec cannot be changed after creation: the spec is immutable",
    });
  });
});
