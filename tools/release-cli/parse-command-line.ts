import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { describeParseError } from '@portico/shared/describe-parse-error.ts'
import { planNames } from '@portico/shared/rollout/rollout-record.ts'
import { type Command, UsageError } from './command.ts'

const commonFlags = { json: { type: 'boolean' } } as const satisfies ParseArgsOptionsConfig

/** What a command was called with. */
interface CommandLine {
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
}

/** Parses what follows the name of a command. Throws a UsageError that says what was probably meant. */
export function parseCommandLine(command: Command, given: readonly string[]): CommandLine {
  const options = { ...commonFlags, ...command.flags }
  const { values, positionals: args, tokens } = parse([...given], options)
  const flags: Record<string, string | boolean | undefined> = {}
  for (const [flag, value] of Object.entries(values)) if (!Array.isArray(value)) flags[flag] = value
  const { maxArguments } = command
  const limit = typeof maxArguments === 'number' ? maxArguments : maxArguments(args)
  const surplus = args.slice(limit)
  if (surplus.length > 0)
    throw new UsageError(describeSurplus(surplus, Object.keys(options), findWords(tokens, 'reason')))
  return { args, flags }
}

function parse(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args, options, allowPositionals: true, tokens: true })
  } catch (cause) {
    throw new UsageError(describeParseError(cause, Object.keys(options)), { cause })
  }
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

/** The value of a flag and the arguments that follow it directly: one text that lacks its quotes. */
export function findWords(tokens: readonly Token[], flag: string): string[] {
  const start = tokens.findLastIndex((token) => token.kind === 'option' && token.name === flag)
  const first = tokens[start]
  if (first?.kind !== 'option' || first.value === undefined) return []
  const following = tokens.slice(start + 1)
  const end = following.findIndex(({ kind }) => kind !== 'positional')
  const words = end === -1 ? following : following.slice(0, end)
  return [first.value, ...words.flatMap((token) => (token.kind === 'positional' ? token.value : []))]
}

/** A command never ignores an argument, because the caller meant something by it. */
function describeSurplus(
  surplus: readonly string[],
  options: readonly string[],
  reason: readonly string[],
): string {
  const text = surplus.join(' ')
  const found = `Unexpected argument${surplus.length === 1 ? '' : 's'} "${text}".`
  const meant = findMeant(text, options)
  if (meant !== null) return `${found} Did you mean ${meant}?`
  if (reason.length > 1) return `${found} Put several words in quotes: --reason "${reason.join(' ')}".`
  return options.includes('reason') ? `${found} Did you mean --reason "${text}"?` : found
}

function findMeant(text: string, options: readonly string[]): string | null {
  if (options.includes('to') && /^v?\d+\.\d+\.\d+/.test(text)) return `--to ${text.replace(/^v/, '')}`
  if (options.includes('plan') && planNames.some((name) => name === text)) return `--plan ${text}`
  if (options.includes('minutes') && /^\d+$/.test(text)) return `--minutes ${text}`
  if (options.includes('folder') && /[/\\]/.test(text)) return `--folder ${text}`
  return options.includes(text) ? `--${text}` : null
}
