/**
 * Adds members to all input types of a schema whose name matches. For faults that let through what
 * a typed input cannot carry: `addInputMembers(sdl, /^Create\w+Input$/, "status: JSON")`.
 */
export function addInputMembers(sdl: string, inputs: RegExp, members: string): string {
  return changeInputs(sdl, inputs, (body) => `${body}  ${members}\n`);
}

/** Makes a member of all matching input types optional. */
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
