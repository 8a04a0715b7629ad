import { Option } from "commander";
import type { Command } from "commander";

export function addServerOptions(command: Command): Command {
  const addresses: string[] = [];
  return command
    .addOption(
      new Option(
        "--hook <name=command...>",
        "run a command during the test: restart=COMMAND must kill and restart the server",
      ),
    )
    .on("option:endpoint", (address: string) => {
      addresses.push(address);
      const [first, ...others] = addresses;
      command.setOptionValue("endpoint", first);
      if (others.length > 0) command.setOptionValue("replica", others);
    });
}
