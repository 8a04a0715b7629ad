/** The shells for which there is a script. */
export const shells = ["bash", "zsh", "fish"] as const;

/** A shell for which there is a script. */
export type Shell = (typeof shells)[number];

/** The command that a script asks for words. */
export const wordsCommand = "complete-words";

/**
 * The script that makes a shell complete the words of the program. It asks the program each time, so that it
 * knows the requirements and faults of the release, and of the extensions, that is there. Where the program
 * knows no word, the shell completes the names of files.
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
