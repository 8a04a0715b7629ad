import { describe, expect, it } from "vitest";
import { nameInForm } from "../../port/name-form.ts";
import { nameFormsFor } from "./name-forms.ts";

const name = "gateway-8b7c6d5f49-2xk9q";

function firstName(rule: string, message = "wrong name"): string | undefined {
  const root = { "x-kubernetes-validations": [{ rule, message }] };
  const [form] = nameFormsFor([{ field: "<nil>", message }], { root });
  return form === undefined ? undefined : nameInForm(name, form);
}

describe("the form of names", () => {
  it.each([
    { rule: "self.metadata.name.endsWith('-x')", is: `${name}-x` },
    { rule: 'self.metadata.name.startsWith("tree.")', is: `tree.${name}` },
    { rule: "self.metadata.name.matches('^plot-[a-z0-9-]+-v[0-9]+$')", is: /^plot-.*-v\d+$/u },
    { rule: "self.metadata.name.matches('^[a-z][a-z0-9]{3,15}$')", is: /^[a-z][a-z0-9]{8,15}$/u },
    { rule: "size(self.metadata.name) <= 16", is: /^n[a-z0-9]{15}$/u },
    { rule: "self.metadata.name.size() < 16", is: /^n[a-z0-9]{14}$/u },
    {
      rule: "self.metadata.name.startsWith('a-') && size(self.metadata.name) <= 20",
      is: /^a-n[a-z0-9]{17}$/u,
    },
  ])("follows $rule", ({ rule, is }) => {
    expect(firstName(rule)).toMatch(is);
  });

  it.each([
    { message: "metadata.name in body should match '^m-[a-z0-9-]*$'", is: `m-${name}` },
    { message: 'the name must end with "-prod"', is: `${name}-prod` },
    { message: "may not be longer than 20", is: /^n[a-z0-9]{19}$/u },
  ])("follows the message $message", ({ message, is }) => {
    const [form] = nameFormsFor([{ field: "metadata.name", message }], { root: {} });

    expect(form && nameInForm(name, form)).toMatch(is);
  });

  it.each([
    { rule: "self.metadata.name == 'cluster'", why: "one name" },
    { rule: "self.metadata.name == self.spec.host", why: "a value of the spec" },
    { rule: "!self.metadata.name.startsWith('x')", why: "a negation" },
    { rule: "size(self.metadata.name) <= 6", why: "too short to be unique" },
  ])("is unknown: $why", ({ rule }) => {
    expect(firstName(rule)).toBeUndefined();
  });

  it("follows the messages of several errors", () => {
    const causes = [
      { field: "metadata.name", message: "Too long: may not be more than 30 bytes" },
      { field: "metadata.name", message: "metadata.name in body should match '^m-[a-z-0-9]*$'" },
    ];
    const [form] = nameFormsFor(causes, { root: {} });

    expect(form && nameInForm("orders-for-billing-in-7c2f9d4k8m2", form)).toMatch(/^m-n\w{27}$/u);
  });

  it("is different for different names", () => {
    const form = { prefix: "a-", suffix: "", mostCharacters: 14 };
    const names = ["metal-window-garden", "metal-window-gardens"].map((one) =>
      nameInForm(one, form),
    );

    expect(new Set(names).size).toBe(2);
    expect(names.map(({ length }) => length)).toEqual([14, 14]);
  });
});
