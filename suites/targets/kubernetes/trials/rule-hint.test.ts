import { describe, expect, it } from "vitest";
import { entriesInRule, hintInRule, isAboutKeys, withoutMacros } from "./rule-hint.ts";

describe("the entries in a rule", () => {
  it.each([
    ["'a/b' in self", { "a/b": null }],
    ["'a' in self && self['a'] == 'main' && \"c\" in self", { a: "main", c: null }],
    ["self['size'] == 3", { size: 3 }],
    ["self['a'] in ['one', 'two']", { a: "one" }],
    ["!('a' in self)", {}],
    ["'a' in self.labels", {}],
    ["other.self['a'] == 'b'", {}],
  ])("%s", (rule, entries) => {
    expect(entriesInRule(rule)).toEqual(entries);
  });
});

describe("the hint in a rule", () => {
  it.each([
    ["self in ['one', 'two', \"three\"]", { choices: ["one", "two", "three"] }],
    ["self in [1, 3, 5]", { choices: [1, 3, 5] }],
    ["self == 'a' || self == 'b'", { choices: ["a", "b"] }],
    ["self == 80 || self >= 1024", { words: { minimum: 1024 } }],
    ["self.matches('^[a-z]{2}-[0-9]$')", { words: { pattern: "^[a-z]{2}-[0-9]$" } }],
    ["self.matches('^\\\\d+$')", { words: { pattern: "^\\d+$" } }],
    ["self.startsWith('arn:')", { words: { pattern: "^arn:[a-z]+$" } }],
    ["self.startsWith('a.') && self.endsWith('/')", { words: { pattern: "^a\\.[a-z]+\\/$" } }],
    ["self.contains(':')", { words: { pattern: "^[a-z]+:[a-z]+$" } }],
    ["self > 1024 && self < 2000", { words: { minimum: 1025, maximum: 1999 } }],
    ["size(self) == 3", { words: { minLength: 3, maxLength: 3, minItems: 3, maxItems: 3 } }],
    ["self % 5 == 0", { words: { multipleOf: 5 } }],
    ["quantity(self).isGreaterThan(quantity('0'))", { words: { format: "quantity" } }],
    ["isCIDR(self)", { words: { format: "cidr" } }],
    ["isIP(self) || self == 'auto'", { words: { format: "ip" } }],
    ["duration(self) >= duration('1m')", { words: { format: "duration" } }],
    ["!format.dns1123Label().validate(self).hasValue()", { words: { format: "k8s-short-name" } }],
    ["self.size() <= 10", { words: { maxLength: 10, maxItems: 10 } }],
  ])("%s", (rule, hint) => {
    expect(hintInRule(rule)).toEqual(hint);
  });

  it.each([
    "!self.startsWith('kube-')",
    "!(self in ['admin', 'root'])",
    "self != ''",
    "self == oldSelf",
    "self.all(x, x.size() <= 3)",
    "self.limit == 'a'",
    "!isIP(self)",
    "size(self.ip(self))",
  ])("is none in %s", (rule) => {
    expect(hintInRule(rule)).toBeUndefined();
  });
});

describe("the macros in a rule", () => {
  it.each([
    ["self.all(r, r.group == 'a' && r.kind == 'b')", "self.group == 'a' && self.kind == 'b')"],
    ["self.refs.all(ref, ref.kind in ['a'])", "self.refs.kind in ['a'])"],
    ["self.exists(x, x.rules.all(y, y == 'x'))", "self.rules == 'x'))"],
    ["has(self.b) && self.b.exists_one(b, b == 1)", "has(self.b) && self.b == 1)"],
    ["!self.exists(x, x == 'a')", "!self.exists(x, x == 'a')"],
    ["!(self.exists(x, x == 'a'))", "!(self.exists(x, x == 'a'))"],
    ["oldSelf.all(x, x in self)", "oldSelf.all(x, x in self)"],
    ["self.limit == 'a'", "self.limit == 'a'"],
  ])("%s", (rule, plain) => {
    expect(withoutMacros(rule)).toBe(plain);
  });
});

describe("a rule on a map", () => {
  it.each([
    ["self.all(k, k.matches('^[a-z]+$'))", true],
    ["self.all(k, self[k] > 0)", false],
    ["'a' in self", false],
  ])("%s is about its keys: %s", (rule, isOfKeys) => {
    expect(isAboutKeys(rule)).toBe(isOfKeys);
  });
});
