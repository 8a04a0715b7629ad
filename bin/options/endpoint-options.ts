import type { Command } from "commander";

/** Where nobody names an endpoint, and the command can do without. */
const ownServer = "check this GraphQL endpoint (default: the built-in reference server)";

/**
 * Adds the options that say which endpoint is meant and how it is reached. `endpoint` says what is done with
 * it, where the command has no server of its own.
 */
export function addEndpointOptions(command: Command, endpoint: string = ownServer): Command {
  return command
    .option("--endpoint <url>", endpoint)
    .option("--ws-endpoint <url>", "use this address for watches (default: that of --endpoint)")
    .option(
      "--dialect <file>",
      "how the endpoint spells the contract, in YAML or JSON (default: like the reference)",
    )
    .option(
      "--identity <name=value...>",
      "the credential of a role, where it comes from (env:VARIABLE, file:PATH, command:WORDS), or none",
    )
    .option("--rate <n>", "send at most n requests in a second (default: any number)")
    .option("--config <file>", "take options from this file, or none (default: found upwards)");
}

/** The names of the options that were typed, and do not have their defaults. */
export function givenOptions(command: Command): ReadonlySet<string> {
  const names = command.options.map((option) => option.attributeName());
  return new Set(names.filter((name) => command.getOptionValueSource(name) === "cli"));
}
