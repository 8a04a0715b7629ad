import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { SignJWT } from "jose";

export const issuer = "https://kubernetes.default.svc";

const hourSeconds = 3_600;

export async function expiredToken(keyPath: string): Promise<string> {
  const key = createPrivateKey(await readFile(keyPath));
  const nowSeconds = Math.floor(Date.now() / 1_000);
  return new SignJWT({
    "kubernetes.io": {
      namespace: "default",
      serviceaccount: { name: "expired", uid: "00000000-0000-4000-8000-000000000000" },
    },
  })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject("system:serviceaccount:default:expired")
    .setIssuedAt(nowSeconds - 2 * hourSeconds)
    .setExpirationTime(nowSeconds - hourSeconds)
    .sign(key);
}
