import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { KubeconfigUnusable, readKubeconfig, tokenFromFile } from "./kubeconfig.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "status-conformance-kubeconfig-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A kubeconfig with two contexts: one with the given user, and one with a client certificate. */
function kubeconfigWith(user: string): string {
  return `apiVersion: v1
kind: Config
current-context: usual
clusters:
  - name: one
    cluster:
      server: https://one.example:6443
      certificate-authority-data: ${Buffer.from("authority").toString("base64")}
  - name: two
    cluster: { server: "https://two.example:6443", insecure-skip-tls-verify: true }
contexts:
  - { name: usual, context: { cluster: one, user: admin } }
  - { name: other, context: { cluster: two, user: certified } }
users:
  - name: admin
    user:
${user}
  - name: certified
    user:
      client-certificate-data: ${Buffer.from("certificate").toString("base64")}
      client-key-data: ${Buffer.from("key").toString("base64")}
`;
}

const token = "      token: secret-token";

describe("readKubeconfig", () => {
  it("reads the current context, with a token", async () => {
    const path = written("token.yaml", kubeconfigWith(token));

    const access = await readKubeconfig({ path });

    expect(access).toMatchObject({
      server: "https://one.example:6443",
      tls: { certificateAuthority: Buffer.from("authority") },
      caller: { headers: { authorization: "Bearer secret-token" }, withCertificate: false },
    });
    expect(access.caller.secrets?.redact("not secret-token")).toBe("not [credential]");
  });

  it("prefers the token of a file to an inline one, as kubectl does", async () => {
    written("token.txt", "token-of-a-file\n");
    const user = `${token}\n      tokenFile: token.txt`;
    const path = written("token-file.yaml", kubeconfigWith(user));

    const access = await readKubeconfig({ path });

    expect(access.caller.headers).toEqual({ authorization: "Bearer token-of-a-file" });
    expect(access.caller.secrets?.redact("not token-of-a-file")).toBe("not [credential]");
    // A user with a certificate does not get the token of another user.
    const { caller } = await readKubeconfig({ path, context: "other" });
    expect(caller.headers).toEqual({});
  });

  it("ignores the token file of a second kubeconfig for a user of the first one", async () => {
    written("second.txt", "token-of-the-second");
    const first = written("first.yaml", kubeconfigWith(token));
    const second = written("second.yaml", kubeconfigWith("      tokenFile: second.txt"));
    vi.stubEnv("KUBECONFIG", [first, second].join(delimiter));
    const usual = tokenFromFile(undefined, "admin");
    vi.stubEnv("KUBECONFIG", [join(folder, "absent.yaml"), second, first].join(delimiter));
    const turned = tokenFromFile(undefined, "admin");
    vi.unstubAllEnvs();

    expect([usual, turned]).toEqual([undefined, "token-of-the-second"]);
  });

  it("states which token file is not there", async () => {
    const path = written("absent.yaml", kubeconfigWith("      tokenFile: absent.txt"));

    await expect(readKubeconfig({ path })).rejects.toThrow(
      /token file of .*absent\.yaml cannot be read: ENOENT.*absent\.txt/u,
    );
  });

  it("reads another context, with a certificate", async () => {
    const path = written("certificate.yaml", kubeconfigWith(token));

    await expect(readKubeconfig({ path, context: "other" })).resolves.toEqual({
      server: "https://two.example:6443",
      tls: {
        certificate: Buffer.from("certificate"),
        key: Buffer.from("key"),
        isInsecure: true,
      },
      caller: { headers: {}, withCertificate: true },
    });
  });

  it("reads a name and a password", async () => {
    const user = "      { username: admin, password: long-password }";
    const path = written("password.yaml", kubeconfigWith(user));
    const basic = Buffer.from("admin:long-password").toString("base64");

    const { caller } = await readKubeconfig({ path });

    expect(caller.headers).toEqual({ authorization: `Basic ${basic}` });
    expect(caller.secrets?.redact("not long-password")).toBe("not [credential]");
  });

  it("runs a credential plugin", async () => {
    const credential = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { token: "from-plugin" },
    };
    const script = written(
      "plugin.cjs",
      `console.log(${JSON.stringify(JSON.stringify(credential))})`,
    );
    const user = `      exec:
        apiVersion: client.authentication.k8s.io/v1
        command: ${JSON.stringify(process.execPath)}
        args: [${JSON.stringify(script)}]
        interactiveMode: Never`;
    const path = written("plugin.yaml", kubeconfigWith(user));

    const { caller } = await readKubeconfig({ path });

    expect(caller.headers).toEqual({ authorization: "Bearer from-plugin" });
    expect(caller.secrets?.redact("not from-plugin")).toBe("not [credential]");
  });

  it("states that a credential plugin fails", async () => {
    const user = `      exec:
        apiVersion: client.authentication.k8s.io/v1
        command: ${JSON.stringify(join(folder, "no-such-program"))}
        interactiveMode: Never`;
    const path = written("failing.yaml", kubeconfigWith(user));

    await expect(readKubeconfig({ path })).rejects.toMatchObject({
      message: expect.stringContaining("the credentials of"),
      fix: expect.stringContaining("kubectl auth whoami"),
    });
  });

  it("names the contexts that there are", async () => {
    const path = written("contexts.yaml", kubeconfigWith(token));

    await expect(readKubeconfig({ path, context: "third" })).rejects.toMatchObject({
      message: expect.stringContaining("has no context third"),
      fix: "Choose one of usual, other with --context.",
    });
  });

  it.each([
    { what: "an absent file", name: undefined, text: "", says: /missing\.yaml does not exist$/u },
    { what: "invalid YAML", name: "garbage.yaml", text: "a: [", says: /is not valid YAML: / },
    { what: "an empty file", name: "empty.yaml", text: "", says: /has no contexts$/u },
    {
      what: "a file without contexts",
      name: "bare.yaml",
      text: "apiVersion: v1\nkind: Config\n",
      says: /has no contexts$/u,
    },
    {
      what: "no current context",
      name: "undecided.yaml",
      text: kubeconfigWith(token).replace("current-context: usual", ""),
      says: /has no current context$/u,
    },
    {
      what: "a context of an unknown cluster",
      name: "no-cluster.yaml",
      text: kubeconfigWith(token).replace("cluster: one, user", "cluster: three, user"),
      says: /context usual .* has no cluster: three is not defined$/u,
    },
    {
      what: "a context of an unknown user",
      name: "no-user.yaml",
      text: kubeconfigWith(token).replace("user: admin }", "user: nobody }"),
      says: /context usual .* has no user: nobody is not defined$/u,
    },
    {
      what: "an address that is not a URL",
      name: "address.yaml",
      text: kubeconfigWith(token).replace("https://one.example:6443", "one.example"),
      says: /address of cluster one .* is not a URL/u,
    },
    {
      what: "an absent certificate file",
      name: "no-file.yaml",
      text: kubeconfigWith(token).replace(
        /certificate-authority-data: .*/u,
        "certificate-authority: /nonexistent/ca.crt",
      ),
      says: /names a file that cannot be read: no such file or directory \(ENOENT\): \/nonexistent\/ca\.crt$/u,
    },
    {
      what: "an absent token file",
      name: "no-token.yaml",
      text: kubeconfigWith("      tokenFile: absent.txt"),
      says: /token file of .* cannot be read/u,
    },
  ])("rejects $what as unusable", async ({ name, text, says }) => {
    const path = name === undefined ? join(folder, "missing.yaml") : written(name, text);
    const refusal: unknown = await readKubeconfig({ path }).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(KubeconfigUnusable);
    expect(refusal).toMatchObject({ message: expect.stringMatching(says) });
  });

  it("states in words why a file cannot be read", async () => {
    await expect(readKubeconfig({ path: folder })).rejects.toThrow(
      `kubeconfig ${folder} cannot be read: illegal operation on a directory (EISDIR)`,
    );
  });

  it("states that there is no default kubeconfig", async () => {
    vi.stubEnv("KUBECONFIG", join(folder, "absent.yaml"));
    vi.stubEnv("HOME", folder);
    const refusal: unknown = await readKubeconfig({}).catch((error: unknown) => error);
    vi.unstubAllEnvs();

    expect(refusal).toBeInstanceOf(KubeconfigUnusable);
  });
});
