import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, WatchCommand } from "#contract";
import { placeholderValues, requestedPlaceholders } from "./placeholder-values.ts";

const key = { kind: "Widget", namespace: "default", name: "a" };

describe("placeholderValues", () => {
  it.each<{ command: Command | WatchCommand; values: object }>([
    {
      command: { verb: "create", identity: "author", key, spec: { a: 1 }, labels: { l: "1" } },
      values: { $spec: { a: 1 }, $labels: { l: "1" } },
    },
    { command: { verb: "read", identity: "reader", key }, values: {} },
    {
      command: {
        verb: "updateStatus",
        identity: "controller",
        key,
        status: { b: null },
        resourceVersion: resourceVersion("7"),
        uid: uid("u"),
      },
      values: { $status: { b: null }, $resourceVersion: "7", $uid: "u" },
    },
  ])("of $command.verb", ({ command, values }) => {
    const common = { $kind: "WIDGET", $namespace: "default", $name: "a" };
    expect(placeholderValues(command, { kind: "WIDGET" })).toEqual({ ...common, ...values });
  });

  it("holds the options of a write, wrong ones included", () => {
    const options = { dryRun: false, fieldManager: "", fieldValidation: "x", force: true };
    const command: Command = { verb: "update", identity: "author", key, options };
    expect(placeholderValues(command, { kind: "Widget" })).toEqual({
      $kind: "Widget",
      $namespace: "default",
      $name: "a",
      $dryRun: false,
      $fieldManager: "",
      $fieldValidation: "x",
      $force: true,
    });
  });

  it("writes a selector in three forms, and omits unrequested parts", () => {
    const command: WatchCommand = {
      verb: "watch",
      identity: "reader",
      kind: "Widget",
      selector: { app: "web", tier: "front" },
      resourceVersion: resourceVersion("9"),
    };
    expect(placeholderValues(command, { kind: "Widget" })).toEqual({
      $kind: "Widget",
      $cursor: "9",
      $selector: { app: "web", tier: "front" },
      $selectorPairs: [
        { key: "app", value: "web" },
        { key: "tier", value: "front" },
      ],
      $selectorText: "app=web,tier=front",
    });
  });
});

describe("requestedPlaceholders", () => {
  it.each<{ command: Command | WatchCommand; requested: readonly string[] }>([
    { command: { verb: "read", identity: "reader", key }, requested: [] },
    {
      command: { verb: "update", identity: "author", key, labels: {}, finalizers: [] },
      requested: ["$finalizers"],
    },
    {
      command: { verb: "update", identity: "author", key, options: { dryRun: false, force: true } },
      requested: ["$dryRun", "$force"],
    },
    {
      command: {
        verb: "watch",
        identity: "reader",
        kind: "Widget",
        bookmarks: true,
        initialEvents: false,
      },
      requested: ["$bookmarks", "$initialEvents"],
    },
  ])("of $command are $requested", ({ command, requested }) => {
    expect(requestedPlaceholders(command)).toEqual(requested);
  });
});

it("omits status fields that the mutation sets itself", () => {
  const status = { phase: "STARTED", note: "a" };
  const command: Command = { verb: "updateStatus", identity: "controller", key, status };
  const spelling = { kind: "Widget", sets: { phase: "STARTED" } };

  expect(placeholderValues(command, spelling)).toMatchObject({ $status: { note: "a" } });
});
