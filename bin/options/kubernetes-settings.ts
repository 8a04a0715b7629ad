import { protocolNames } from "#targets";
import type { Protocol } from "#targets";
import { UsageError } from "../process/program-errors.ts";
import { parseChoice } from "./option-values.ts";

export interface KubernetesArguments {
  readonly endpoint?: string;
  readonly wsEndpoint?: string;
  readonly dialect?: string;
  readonly protocol?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly kind?: readonly string[];
  readonly kindFile?: string;
  readonly token?: string;
  readonly certificateAuthority?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly insecure?: boolean;
}

export interface KubernetesRequest {
  /** Path of the kubeconfig. Defaults to the kubeconfig of kubectl, unless an address is given. */
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly token?: string;
  /** The variable that contains the token. Printed commands contain the variable instead of the token. */
  readonly tokenVariable?: string;
  readonly certificateAuthority?: string;
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
  readonly isInsecure: boolean;
  /** The kinds to use. Defaults to the kinds that the suite registers. */
  readonly kinds?: KindsRequest;
  /** Kinds to watch in addition, as kubectl names them. None by default. */
  readonly related?: readonly string[];
}

export interface KindsRequest {
  /** Resource names, patterns and exclusions. If empty, all kinds in the file. */
  readonly names: readonly string[];
  /** File with the values to write. Defaults to values that are built into the suite or generated from the schema. */
  readonly file?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A kubeconfig or a context implies Kubernetes. */
export function protocolOf({ protocol, kubeconfig, context }: KubernetesArguments): Protocol {
  const implied = kubeconfig !== undefined || context !== undefined;
  return parseChoice("--protocol", protocol ?? (implied ? "kubernetes" : "graphql"), protocolNames);
}

/**
 * Returns the options of an API server, or undefined for other endpoints. A kubeconfig or a context implies Kubernetes.
 *
 * @throws UsageError for contradictory options. Messages never quote a credential.
 */
export function kubernetesOf(
  typed: KubernetesArguments,
  environment: Environment,
): KubernetesRequest | undefined {
  if (protocolOf(typed) !== "kubernetes") {
    refuseElsewhere(typed);
    return undefined;
  }
  refuseForKubernetes(typed);
  const { kubeconfig, context, certificateAuthority } = typed;
  return {
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
    ...tokenOf(typed.token, environment),
    ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    ...certificateOf(typed),
    ...kindsOf(typed),
    isInsecure: typed.insecure === true,
  };
}

function refuseElsewhere(typed: KubernetesArguments): void {
  const stray = (
    [
      ["--kubeconfig", typed.kubeconfig],
      ["--context", typed.context],
      ["--token", typed.token],
      ["--kind", typed.kind],
      ["--kind-file", typed.kindFile],
    ] as const
  ).find(([, value]) => value !== undefined);
  if (stray === undefined) return;
  throw new UsageError(`${stray[0]} does not apply to a GraphQL endpoint`, {
    fix: "Add --protocol kubernetes, or remove the option.",
  });
}

function refuseForKubernetes({ wsEndpoint, dialect }: KubernetesArguments): void {
  const stray = wsEndpoint !== undefined ? "--ws-endpoint" : "--dialect";
  if (wsEndpoint === undefined && dialect === undefined) return;
  throw new UsageError(`${stray} does not apply to a Kubernetes API server`, {
    fix: "Remove the option: all API servers use the same protocol.",
  });
}

function tokenOf(
  text: string | undefined,
  environment: Environment,
): Pick<KubernetesRequest, "token" | "tokenVariable"> {
  if (text === undefined) return {};
  if (!text.startsWith("env:")) {
    if (text !== "") return { token: text };
    throw new UsageError("--token has no value", { fix: "Write --token env:VARIABLE." });
  }
  const tokenVariable = text.slice("env:".length);
  const token = environment[tokenVariable] ?? "";
  if (token !== "") return { token, tokenVariable };
  throw new UsageError(
    `the environment variable ${tokenVariable}, given with --token, is unset or empty`,
    {
      fix: `Set ${tokenVariable === "" ? "a variable (named after env:)" : tokenVariable} to the token of the administrator.`,
    },
  );
}

function certificateOf({
  clientCertificate: certificate,
  clientKey: key,
}: KubernetesArguments): Pick<KubernetesRequest, "clientCertificate"> {
  if (certificate === undefined && key === undefined) return {};
  if (certificate !== undefined && key !== undefined) {
    return { clientCertificate: { certificate, key } };
  }
  const [given, missing] =
    key === undefined
      ? ["--client-certificate", "--client-key"]
      : ["--client-key", "--client-certificate"];
  throw new UsageError(`${given} requires ${missing}`, {
    fix: `Pass the other file with ${missing}.`,
  });
}

function kindsOf({ kind, kindFile }: KubernetesArguments): Pick<KubernetesRequest, "kinds"> {
  if (kind === undefined && kindFile === undefined) return {};
  return { kinds: { names: kind ?? [], ...(kindFile === undefined ? {} : { file: kindFile }) } };
}

/** Converts the options to command-line words. Replaces a token by a variable. */
export function kubernetesWords(request: KubernetesRequest | undefined): readonly string[] {
  if (request === undefined) return [];
  const { kubeconfig, context, token, tokenVariable, certificateAuthority } = request;
  const { clientCertificate, isInsecure, kinds } = request;
  return [
    "--protocol",
    "kubernetes",
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
    ...(context === undefined ? [] : ["--context", context]),
    ...(token === undefined ? [] : ["--token", `env:${tokenVariable ?? "ADMINISTRATOR_TOKEN"}`]),
    ...(certificateAuthority === undefined
      ? []
      : ["--certificate-authority", certificateAuthority]),
    ...(clientCertificate === undefined
      ? []
      : [
          "--client-certificate",
          clientCertificate.certificate,
          "--client-key",
          clientCertificate.key,
        ]),
    ...(kinds?.names ?? []).flatMap((name) => ["--kind", name]),
    ...(kinds?.file === undefined ? [] : ["--kind-file", kinds.file]),
    ...(isInsecure ? ["--insecure"] : []),
  ];
}
