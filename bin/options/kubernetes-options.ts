import { Option } from "commander";
import type { Command } from "commander";
import { protocolNames } from "#targets";

export function addKubernetesOptions(command: Command): Command {
  const connecting = command
    .option(
      "--protocol <name>",
      `select the protocol: ${protocolNames.join(" or ")} (default: ${protocolNames[0]})`,
    )
    .option("--kubeconfig <file>", "connect with this kubeconfig")
    .option("--context <name>", "use this kubeconfig context (default: the current context)")
    .option("--token <value>", "set the administrator's bearer token, directly or as env:VARIABLE");
  return addTlsOptions(connecting);
}

export function addTlsOptions(command: Command): Command {
  return command
    .option(
      "--certificate-authority <file>",
      "verify the endpoint's certificate with these CA certificates (PEM)",
    )
    .option("--client-certificate <file>", "authenticate with this certificate (PEM)")
    .option("--client-key <file>", "use this key for --client-certificate (PEM)")
    .option("--insecure", "do not verify the endpoint's certificate; not for production");
}

export function addNamedKindOptions(command: Command): Command {
  return command
    .option(
      "--kind <name...>",
      "select these kinds on the API server, e.g. deployments.apps, or '*' for every kind with a status (default: the suite's own kinds)",
    )
    .addOption(kindFileOption());
}

export function kindFileOption(
  text = "read samples and other properties of kinds from this YAML or JSON file (default: generated samples)",
): Option {
  return new Option("--kind-file <file>", text);
}
