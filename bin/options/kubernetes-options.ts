import { Option } from "commander";
import type { Command } from "commander";

/** Adds the options that say how an API server of Kubernetes is reached. */
export function addKubernetesOptions(command: Command): Command {
  const connecting = command
    .option("--protocol <name>", "graphql, or kubernetes for an API server (default: graphql)")
    .option("--kubeconfig <file>", "check the API server of this kubeconfig")
    .option("--context <name>", "take this context of the kubeconfig (default: the current one)")
    .option("--token <value>", "the administrator's bearer token, or its variable (env:VARIABLE)");
  return addTlsOptions(connecting);
}

/** Adds the options that say how connections are secured. */
export function addTlsOptions(command: Command): Command {
  return command
    .option("--certificate-authority <file>", "trust the endpoint by these certificates, in PEM")
    .option("--client-certificate <file>", "what the client shows of itself, in PEM")
    .option("--client-key <file>", "the key of --client-certificate, in PEM")
    .option("--insecure", "accept any certificate of the endpoint; not for production");
}

/** Adds the options that name kinds of an API server, in place of those that the suite brings. */
export function addNamedKindOptions(command: Command): Command {
  return command
    .option(
      "--kind <name...>",
      "test this kind of the API server instead of the suite's own: deployments.apps; '*' tests every kind with a status",
    )
    .addOption(kindFileOption());
}

/** The option that names a file about kinds of an API server. */
export function kindFileOption(
  text = "what to write to kinds, in YAML or JSON (default: by their schema)",
): Option {
  return new Option("--kind-file <file>", text);
}
