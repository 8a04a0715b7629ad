import { describe, expect, it } from "vitest";
import { defaults } from "./option-defaults.ts";
import { controllerProfile } from "./controller-profile.ts";
import { readRunSettings } from "./run-settings.ts";
import type { RunArguments } from "./run-settings.ts";

const typed: RunArguments = {
  profile: defaults.profile,
  output: defaults.output,
  format: defaults.formats,
  color: true,
};

const read = (changed: Partial<RunArguments>): ReturnType<typeof readRunSettings> =>
  readRunSettings({ ...typed, ...changed }, {});

describe("readRunSettings", () => {
  it("understands the defaults", () => {
    expect(read({})).toEqual({
      identities: [],
      profile: "graphql-status/v1",
      selection: { only: [], skip: [] },
      attempts: 3,
      isSureToWrite: false,
      timeFactor: 1,
      output: "conformance-results",
      isCompressed: false,
      formats: [{ format: "terminal" }, { format: "json" }],
      verbosity: "normal",
    });
  });

  it("scales all waiting times by the limit of one request", () => {
    expect(read({ timeout: "2.5" })).toMatchObject({ timeFactor: 0.25, timeoutSeconds: 2.5 });
  });

  it("accepts manually set features", () => {
    expect(read({ feature: ["dry-run", "watch"], noFeature: ["delete"] }).features).toEqual({
      declared: ["dry-run", "watch"],
      withdrawn: ["delete"],
    });
  });

  it("separates the revision of a profile from its name", () => {
    expect(read({ profile: "kubernetes/v1@2026-11" })).toMatchObject({
      profile: "kubernetes/v1",
      revision: "2026-11",
    });
    expect(read({ profile: "kubernetes/v1" })).not.toHaveProperty("revision");
  });

  it.each([
    { profile: "graphql-status/v1@2026-10", fix: "Did you mean 2026-11 or 2026-12?" },
    { profile: "graphql-status/v1@", fix: "or graphql-status/v1 for the latest" },
    { profile: "kubernetes/v1@newest", fix: "or kubernetes/v1 for the latest" },
    { profile: "graphql-status/v2@2026-11", fix: "Did you mean graphql-status/v1?" },
    { profile: "graphql-status/v1@a@2026-11", fix: "Did you mean 2026-11 or 2026-12?" },
  ])("rejects $profile with those that there are", ({ profile, fix }) => {
    expect(() => read({ profile })).toThrow(
      expect.objectContaining({ fix: expect.stringContaining(fix) }),
    );
  });

  it.each([
    { typed: {}, joined: {}, text: "controller/v1" },
    { typed: {}, joined: { profile: "controller/v1@2026-11" }, text: "controller/v1@2026-11" },
    // A configuration also applies to endpoint commands, so its profile may be an endpoint profile.
    { typed: {}, joined: { profile: "kubernetes/v1@2026-11" }, text: "controller/v1" },
  ])("takes a controller profile from $joined", ({ typed: own, joined, text }) => {
    expect(controllerProfile({ typed: own }, joined)).toBe(text);
  });

  it("accepts no endpoint profile for controllers on the command line", () => {
    const own = { profile: "kubernetes/v1" };
    expect(() => controllerProfile({ typed: own }, own)).toThrow("is a profile for endpoints");
  });

  it("accepts each format once", () => {
    expect(read({ format: ["json, json"] }).formats).toEqual([{ format: "json" }]);
  });

  it.each<{ readonly changed: Partial<RunArguments>; readonly message: string }>([
    { changed: { endpoint: "localhost" }, message: "--endpoint is not a URL" },
    { changed: { endpoint: "localhost:4000" }, message: "--endpoint is not a URL" },
    { changed: { endpoint: "ftp://host/" }, message: "has the scheme ftp://" },
    { changed: { wsEndpoint: "ws://host/" }, message: "requires --endpoint" },
    {
      changed: { endpoint: "http://host/", wsEndpoint: "http://host/" },
      message: "--ws-endpoint has the scheme http://",
    },
    { changed: { profile: "graphql-status" }, message: 'unknown profile "graphql-status"' },
    { changed: { seed: "-1" }, message: 'invalid value for --seed: "-1"' },
    { changed: { seed: "1.5" }, message: 'invalid value for --seed: "1.5"' },
    { changed: { seed: "2147483648" }, message: "invalid value for --seed" },
    { changed: { concurrency: "0" }, message: "invalid value for --concurrency" },
    { changed: { concurrency: "many" }, message: "invalid value for --concurrency" },
    { changed: { timeout: "0" }, message: "invalid value for --timeout" },
    { changed: { timeout: "1e3" }, message: "invalid value for --timeout" },
    { changed: { timeout: "Infinity" }, message: "invalid value for --timeout" },
    { changed: { output: "" }, message: "--output has no value" },
    { changed: { format: ["xml"] }, message: 'invalid value for --format: "xml"' },
    { changed: { format: [""] }, message: "invalid value for --format" },
    { changed: { identity: ["author"] }, message: "has no value" },
    { changed: { feature: ["dryrun"] }, message: 'unknown feature in --feature: "dryrun"' },
    { changed: { noFeature: ["toString"] }, message: "unknown feature in --no-feature" },
    { changed: { feature: ["watch"], noFeature: ["watch"] }, message: "both name watch" },
    { changed: { quiet: true, verbose: true }, message: "are mutually exclusive" },
  ])("refuses $changed", ({ changed, message }) => {
    expect(() => read(changed)).toThrow(
      expect.objectContaining({
        name: "UsageError",
        message: expect.stringContaining(message),
        fix: expect.stringMatching(/^[A-Z].*\.$|\?$/su),
      }),
    );
  });

  it("never quotes an address: it may hold a password", () => {
    expect(() => read({ endpoint: "ftp://user:secret@host/" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("secret") }),
    );
  });
});
