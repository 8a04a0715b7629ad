export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

export const wordsCommand = "complete-words";

/**
 * Returns the completion script of a shell. The script runs the program for each completion, so it always offers the
 * requirements and faults of the installed release and extensions. If the program returns nothing, the shell completes
 * file names.
 */
export function completionScript(shell: Shell): string {
  switch (shell) {
    case "bash":
      return `_conformance() {
  local IFS=$'\\n'
  COMPREPLY=($(conformance ${wordsCommand} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o bashdefault -o default -F _conformance conformance
`;
    case "zsh":
      return `#compdef conformance
_conformance() {
  local -a found
  found=("\${(@f)$(conformance ${wordsCommand} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _conformance conformance
`;
    case "fish":
      return `function __conformance_words
  set -l words (commandline -opc) (commandline -ct)
  set -l found (conformance ${wordsCommand} -- $words[2..-1] 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c conformance -f -a '(__conformance_words)'
`;
  }
}
