import { UsageError } from '@portico/protocol/command-line/command.ts'
import type { Command } from '../release-cli/command.ts'

const shells = ['bash', 'zsh']

/** `completion`: a script that completes `portico` and `npx --no-install portico` in a shell. */
export function createCompletionCommand(commands: Readonly<Record<string, Command>>): Command {
  return {
    usage: 'completion bash|zsh',
    summary: 'prints a script that completes commands and flags in your shell',
    maxArguments: 1,
    notes: [
      'Save it: npx --no-install portico completion bash > ~/.portico-completion',
      'Then add to ~/.bashrc or ~/.zshrc: source ~/.portico-completion',
    ],
    async run({ args: [shell = ''] }) {
      if (!shells.includes(shell))
        throw new UsageError(
          `Pass the name of your shell, ${shells.join(' or ')}${shell === '' ? '.' : `, got "${shell}".`}`,
        )
      const text = createScript(commands, shell)
      return { json: { shell, script: text }, text }
    },
  }
}

function createScript(commands: Readonly<Record<string, Command>>, shell: string): string {
  const cases = Object.entries(commands).map(([name, { flags = {} }]) => {
    const words = [...Object.keys(flags), 'json', 'help'].map((flag) => `--${flag}`).join(' ')
    return `    ${name}) words="${words}" ;;`
  })
  const start = shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''
  return `${start}_portico() {
  local first=1 words="" current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  if [ "\${COMP_WORDS[0]}" = npx ]; then
    [ "\${COMP_WORDS[1]}" = --no-install ] && first=2
    [ "\${COMP_WORDS[$first]}" = portico ] || return 0
    first=$((first + 1))
  fi
  [ "$COMP_CWORD" -ge "$first" ] || return 0
  if [ "$COMP_CWORD" -eq "$first" ]; then words="${Object.keys(commands).join(' ')}"
  else case "\${COMP_WORDS[$first]}" in
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _portico portico npx`
}
