import { Option } from "commander";
import type { Command } from "commander";

export function addKubernetesOptions(command: Command): Command {
  const connecting = command
    .option("--protocol <name>", "select the protocol: graphql or kubernetes (default: graphql)")
    .option("--kubeconfig <file>", "check the API server of this kubeconfig")
    .option("--context <name>", "use this context of the kubeconfig (default: the current context)")
    .option("--token <value>", "set the administrator's bearer token, directly or as env:VARIABLE");
  return addTlsOptions(connecting);
}

export function addTlsOptions(command: Command): Command {
  return command
    .option(
      "--certificate-authority <file>",
      "verify the endpoint's certificate with these CA certificates (PEM)",
    )
    .option("--client-certificate <file>", "authenticate with this client certificate (PEM)")
    .option("--client-key <file>", "set the private key of --client-certificate (PEM)")
    .option("--insecure", "do not verify the endpoint's certificate; not for production");
}

export function addNamedKindOptions(command: Command): Command {
  return command
    .option(
      "--kind <name...>",
      "test this kind of the API server, e.g. deployments.apps, or '*' for every kind with a status (default: kinds that the suite registers)",
    )
    .addOption(kindFileOption());
}

export function kindFileOption(
  text = "read sample specs and statuses of kinds from this YAML or JSON file (default: generated from their schemas)",
): Option {
  return new Option("--kind-file <file>", text);
}
