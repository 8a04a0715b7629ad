import type { Command } from "commander";

const ownServer = "check this GraphQL endpoint (default: the built-in reference server)";

export function addEndpointOptions(command: Command, endpoint: string = ownServer): Command {
  return command
    .option("--endpoint <url>", endpoint)
    .option("--ws-endpoint <url>", "watch at this address (default: --endpoint)")
    .option(
      "--dialect <file>",
      "read the endpoint's dialect from this YAML or JSON file (default: the canonical dialect)",
    )
    .option(
      "--identity <name=value...>",
      "set a role's credential: VALUE, env:VARIABLE, file:PATH, command:WORDS or none",
    )
    .option("--rate <n>", "limit requests per second (default: unlimited)")
    .option(
      "--config <file>",
      "read options from this file; 'none' for no file (default: search parent folders)",
    );
}

export function givenOptions(command: Command): ReadonlySet<string> {
  const names = command.options.map((option) => option.attributeName());
  return new Set(names.filter((name) => command.getOptionValueSource(name) === "cli"));
}
