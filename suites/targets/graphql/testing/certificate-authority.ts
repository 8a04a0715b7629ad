import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

export interface Certified {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  readonly certificate: string;
  /** A certificate for 127.0.0.1, for a server or a client. */
  issue(name: string): Certified;
  issueExpired(name: string): Certified;
}

export function newAuthority(): Authority {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = { name: "Test authority", key: privateKey };
  const own = { name: issuer.name, key: publicKey, isAuthority: true, until: farAway };
  const issue = (name: string, until: string): Certified => {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const subject = { name, key: pair.publicKey, isAuthority: false, until };
    const key = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    return { certificate: certificateOf(subject, issuer), key };
  };
  return {
    certificate: certificateOf(own, issuer),
    issue: (name) => issue(name, farAway),
    issueExpired: (name) => issue(name, "20200102000000Z"),
  };
}

const farAway = "21200101000000Z";

interface Subject {
  readonly name: string;
  readonly key: KeyObject;
  readonly isAuthority: boolean;
  /** Expiry, as ASN.1 time. */
  readonly until: string;
}

interface Issuer {
  readonly name: string;
  readonly key: KeyObject;
}

/** An X.509 certificate: RFC 5280, section 4.1. */
function certificateOf(subject: Subject, issuer: Issuer): string {
  const algorithm = sequence(identifier("2a8648ce3d040302"));
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer.name),
    sequence(time("20200101000000Z"), time(subject.until)),
    nameOf(subject.name),
    subject.key.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensionsOf(subject))),
  );
  const signature = sign("sha256", body, issuer.key);
  const whole = sequence(body, algorithm, tagged(0x03, Buffer.concat([zero, signature])));
  const lines = whole.toString("base64").replaceAll(/.{64}/gu, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`;
}

const zero = Buffer.from([0]);

function extensionsOf({ isAuthority }: Subject): readonly Buffer[] {
  const constraints = isAuthority ? sequence(tagged(0x01, Buffer.from([0xff]))) : sequence();
  const address = sequence(tagged(0x87, Buffer.from([127, 0, 0, 1])));
  return [
    sequence(identifier("551d13"), tagged(0x04, constraints)),
    sequence(identifier("551d11"), tagged(0x04, address)),
  ];
}

function nameOf(commonName: string): Buffer {
  const attribute = sequence(identifier("550403"), tagged(0x0c, Buffer.from(commonName)));
  return sequence(tagged(0x31, attribute));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function identifier(hexadecimal: string): Buffer {
  return tagged(0x06, Buffer.from(hexadecimal, "hex"));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function time(text: string): Buffer {
  return tagged(0x18, Buffer.from(text));
}

/** A DER value: tag, length and content. */
function tagged(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size =
    length < 128
      ? [length]
      : length < 256
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
