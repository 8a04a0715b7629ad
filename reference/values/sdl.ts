/**
 * Adds a field to all input types whose names match and that lack the field. Faults use it to accept what a typed input
 * cannot contain: `addInputMembers(sdl, /^Create\w+Input$/, "status: JSON")`.
 */
export function addInputMembers(sdl: string, inputs: RegExp, member: string): string {
  const [name] = member.split(":");
  return changeInputs(sdl, inputs, (body) =>
    `\n${body}`.includes(`\n  ${name}:`) ? body : `${body}  ${member}\n`,
  );
}

export function makeInputMemberOptional(sdl: string, inputs: RegExp, member: string): string {
  const required = new RegExp(`^(  ${member}: .*)!$`, "gm");
  return changeInputs(sdl, inputs, (body) => body.replaceAll(required, "$1"));
}

function changeInputs(sdl: string, inputs: RegExp, change: (body: string) => string): string {
  return sdl.replaceAll(
    /^input (\w+) \{\n([^}]*)\}/gm,
    (whole: string, name: string, body: string) =>
      inputs.test(name) ? `input ${name} {\n${change(body)}}` : whole,
  );
}
