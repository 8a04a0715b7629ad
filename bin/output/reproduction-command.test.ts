import { expect, it } from "vitest";
import { defaults } from "../options/option-defaults.ts";
import { reproductionCommand } from "./reproduction-command.ts";
import { readRunSettings } from "../options/run-settings.ts";
import type { RunArguments } from "../options/run-settings.ts";

const typed: RunArguments = {
  profile: defaults.profile,
  concurrency: "1",
  output: "elsewhere",
  format: ["json"],
  color: false,
};

const command = (changed: Partial<RunArguments>): string =>
  reproductionCommand(readRunSettings({ ...typed, ...changed }, { VARIABLE: "secret" }), 7);

it("is short if nothing relevant was reported", () => {
  expect(command({})).toBe("npx conformance --seed 7");
});

it("names the revision of the profile if it was given", () => {
  expect(command({ profile: "graphql-status/v1@2026-11" })).toBe(
    "npx conformance --profile graphql-status/v1@2026-11 --seed 7",
  );
});

it("contains no token of the path", () => {
  expect(command({ endpoint: "https://host/t/sk_live_9f8a7b6c5d4e3f2a/graphql" })).toBe(
    "npx conformance --endpoint 'https://host/t/…/graphql' --seed 7",
  );
});

it("contains everything that determines the requests, and no credential", () => {
  const text = command({
    endpoint: "https://user:secret@host:1/graphql?key=secret#secret",
    wsEndpoint: "wss://host/socket",
    identity: ["author=secret", "reader=env:VARIABLE", "expired=none"],
    timeout: "30",
    feature: ["dry-run"],
    noFeature: ["watch.expiry", "finalizers"],
    only: ["watch.*", "a"],
    skip: ["b"],
  });
  expect(text).toBe(
    "npx conformance --endpoint https://host:1/graphql --ws-endpoint wss://host/socket " +
      "--identity author=env:AUTHOR_CREDENTIAL --identity reader=env:VARIABLE " +
      "--identity expired=none --timeout 30 --feature dry-run --no-feature watch.expiry " +
      "--no-feature finalizers --only 'watch.*' --only a --skip b --seed 7",
  );
});
