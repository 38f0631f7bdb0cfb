import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { exitCodes, UsageError, type Verb, type VerbCall } from './command.ts'
import { verbs } from './commands.ts'
import { siteCalls } from './site-client.ts'

/** Where the command runs. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The answer. */
  readonly print: (text: string) => void
  /** Progress and faults: not a part of the answer. */
  readonly printAside: (text: string) => void
}

/** Runs `npm run release -- <args>`. Returns the exit code: 0 ok, 2 usage, 3 gate failed, 4 rolled back, 5 not enough data. */
export async function runRelease(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const [name, ...rest] = args
  const verb = name !== undefined && Object.hasOwn(verbs, name) ? verbs[name] : undefined
  const isHelp = name === undefined || name === 'help' || rest.includes('--help') || args.includes('-h')
  if (isHelp || name === '--help') {
    surroundings.print(verb === undefined ? helpText() : verbHelp(verb))
    return name === undefined ? exitCodes.usage : exitCodes.ok
  }
  try {
    if (verb === undefined) throw new UsageError(`There is no verb "${name}". ${knownVerbs()}`)
    const { call, isJson } = callOf(verb, rest, surroundings)
    const { json, text, exitCode = exitCodes.ok } = await verb.run(call)
    surroundings.print(isJson ? JSON.stringify(json, null, 1) : text)
    return exitCode
  } catch (error) {
    surroundings.printAside(error instanceof Error ? error.message : String(error))
    if (!(error instanceof UsageError)) return exitCodes.failed
    if (verb !== undefined) surroundings.printAside(`Usage: npm run release -- ${verb.usage}`)
    return exitCodes.usage
  }
}

const commonFlags = { json: { type: 'boolean' } } as const satisfies ParseArgsOptionsConfig

function callOf(verb: Verb, args: string[], { environment, printAside }: Surroundings) {
  const { values, positionals } = parsed(verb, args)
  const flags: Record<string, string | boolean | undefined> = {}
  for (const [flag, value] of Object.entries(values)) if (!Array.isArray(value)) flags[flag] = value
  const call: VerbCall = {
    words: positionals,
    flags,
    progress: printAside,
    site() {
      const { RELEASE_URL: address, RELEASE_TOKEN: token } = environment
      if (!address || !URL.canParse(address))
        throw new UsageError('Set RELEASE_URL to the address of the site, such as https://ada.example.')
      if (!token)
        throw new UsageError('Set RELEASE_TOKEN to your token; whoever runs the site makes one for you.')
      return siteCalls(address, token)
    },
  }
  return { call, isJson: flags.json === true }
}

function parsed(verb: Verb, args: string[]) {
  try {
    return parseArgs({ args, options: { ...commonFlags, ...verb.flags }, allowPositionals: true })
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function helpText(): string {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length))
  return [
    'Releases of remotes: npm run release -- <verb> [--json]',
    '',
    ...Object.entries(verbs).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'npm run release -- <verb> --help shows its words and flags.',
    'RELEASE_URL is the address of the site, RELEASE_TOKEN your token.',
    'Ends with 0 ok, 1 failed, 2 wrong usage, 3 refused by the gate, 4 rolled back, 5 still under way.',
    'Step by step: docs/guides/release-a-remote.md',
  ].join('\n')
}

function verbHelp({ usage, about, notes = [] }: Verb): string {
  const lines = notes.map((note) => `\n  ${note}`)
  return [`npm run release -- ${usage} [--json]\n\n  ${about}`, ...lines].join('')
}

function knownVerbs(): string {
  return `There are: ${Object.keys(verbs).join(', ')}.`
}
