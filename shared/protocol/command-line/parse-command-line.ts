import { parseArgs } from 'node:util'
import { suggest } from '../suggest.ts'
import { type CommandLine, type CommandSyntax, type Flag, UsageError } from './command.ts'

type Flags = Readonly<Record<string, Flag>>
type Tokens = NonNullable<ReturnType<typeof parseArgs>['tokens']>

/** Every command has these. */
const commonFlags: Flags = { json: { type: 'boolean' } }

/** Parses what follows the name of a command. Throws a UsageError that says what was probably meant. */
export function parseCommandLine(command: CommandSyntax, given: readonly string[]): CommandLine {
  const flags = { ...commonFlags, ...command.flags }
  const { values, positionals: args, tokens } = parse([...given], flags)
  const { maxArguments } = command
  const surplus = args.slice(typeof maxArguments === 'number' ? maxArguments : maxArguments(args))
  // A command never ignores an argument, because the caller meant something by it.
  if (surplus.length > 0) throw new UsageError(describeSurplus(surplus, flags, tokens))
  return { args, flags: values }
}

function parse(args: string[], flags: Flags) {
  try {
    const { values, ...rest } = parseArgs({ args, options: flags, allowPositionals: true, tokens: true })
    return { ...rest, values: values as CommandLine['flags'] } // no flag is `multiple`
  } catch (cause) {
    throw new UsageError(describeParseError(cause, Object.keys(flags)), { cause })
  }
}

function describeParseError(error: unknown, flags: readonly string[]): string {
  // Node adds advice on unusual arguments.
  const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/\.\s/)
  const ambiguous = /^Option '(?:-\w, )?(--[\w-]+)' argument is ambiguous/.exec(sentence)?.[1]
  if (ambiguous !== undefined) return `${ambiguous} needs a value. If it begins with a dash: ${ambiguous}=-…`
  const incomplete = /^Option '(?:-\w, )?(--[\w-]+) <value>' argument missing/.exec(sentence)?.[1]
  if (incomplete !== undefined) return `${incomplete} needs a value.`
  const unknown = /^Unknown option '-{1,2}([^']+)'/.exec(sentence)?.[1]
  const suggestion = unknown === undefined ? '' : suggest(unknown, flags, '--')
  return `${sentence.replace(/\.$/, '')}.${suggestion}`
}

function describeSurplus(surplus: readonly string[], flags: Flags, tokens: Tokens): string {
  const text = surplus.join(' ')
  const found = `Unexpected argument${surplus.length === 1 ? '' : 's'} "${text}".`
  const meant = findMeant(text, flags)
  if (meant !== null) return `${found} Did you mean ${meant}?`
  const flag = findTextFlag(flags)
  if (flag === undefined) return found
  const words = findWords(tokens, flags)
  return words.length > 1
    ? `${found} Put several words in quotes: --${flag} "${words.join(' ')}".`
    : `${found} Did you mean --${flag} "${text}"?`
}

function findMeant(text: string, flags: Flags): string | null {
  for (const [name, { shape }] of Object.entries(flags)) {
    const found = shape?.exec(text)
    if (found) return `--${name} ${found[1] ?? text}`
  }
  return Object.hasOwn(flags, text) ? `--${text}` : null
}

/** The value of a command's text flag and the arguments that follow it directly: one text that lacks its quotes. */
export function findWords(tokens: Tokens, flags: Flags): string[] {
  const flag = findTextFlag(flags)
  const start = tokens.findLastIndex((token) => token.kind === 'option' && token.name === flag)
  const first = tokens[start]
  if (first?.kind !== 'option' || first.value === undefined) return []
  const following = tokens.slice(start + 1)
  const end = following.findIndex(({ kind }) => kind !== 'positional')
  const words = end === -1 ? following : following.slice(0, end)
  return [first.value, ...words.flatMap((token) => (token.kind === 'positional' ? token.value : []))]
}

function findTextFlag(flags: Flags): string | undefined {
  return Object.keys(flags).find((name) => flags[name]?.isText)
}
