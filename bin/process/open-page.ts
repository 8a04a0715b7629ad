import { spawn } from "node:child_process";
import { platform } from "node:os";

/** Does nothing if there is no browser. */
export function openPage(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const [program = "", ...args] = openerOf(environment);
  const opened = spawn(program, [...args, path], { detached: true, stdio: "ignore" });
  opened.on("error", () => {});
  opened.unref();
}

function openerOf({
  BROWSER: browser,
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (browser !== undefined && browser !== "") return [browser];
  if (platform() === "darwin") return ["open"];
  return platform() === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
}
