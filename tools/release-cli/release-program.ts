import { UsageError } from '@portico/protocol/command-line/command.ts'
import type { DescribedProgram } from '@portico/protocol/command-line/describe-program.ts'
import type { Program } from '@portico/protocol/command-line/run-program.ts'
import type { Command, CommandContext, Project } from './command.ts'
import { describeFailure } from './describe-failure.ts'
import { createSiteClient, type SiteClient } from './site-client.ts'
import { describeExpiry } from './token-command.ts'

interface ReleaseProgram extends Omit<DescribedProgram, 'exits'> {
  readonly commands: Readonly<Record<string, Command>>
  readonly project: Project
  readonly environment: Readonly<Record<string, string | undefined>>
  version(): string
}

/** A program whose commands talk to the site that the environment names. */
export function createReleaseProgram({
  project,
  environment,
  ...described
}: ReleaseProgram): Program<CommandContext> {
  let own: SiteClient | undefined // of the site of RELEASE_URL, once a command uses it
  return {
    ...described,
    exits: {
      invalidRelease: 'invalid release or no browser',
      rolledBack: 'rolled back',
      inProgress: 'still in progress',
    },
    createContext: (context) => ({
      ...context,
      environment,
      project,
      site(other) {
        const address = readAddress(environment, other?.address)
        const client = createSiteClient(address, readToken(environment, other?.token))
        if (other === undefined) own = client
        return client
      },
      address: (other) => readAddress(environment, other),
    }),
    async finish({ progress }) {
      const warning = own && (await describeExpiry(own))
      if (warning) progress(warning)
    },
    describeFailure: async (error, context) => ({
      message: nameProgram(await describeFailure(error, context), described),
    }),
  }
}

/** The commands in a text as people can type them: the site doesn't know how they are called here. */
function nameProgram(text: string, { name, commands }: Pick<ReleaseProgram, 'name' | 'commands'>): string {
  const parts = text.split('`')
  const isCommand = (part: string, at: number) =>
    at > 0 && at < parts.length - 1 && Object.hasOwn(commands, part.split(' ', 1)[0] ?? '')
  return parts.map((part, at) => (isCommand(part, at) ? `${name} ${part}` : part)).join('`')
}

type Environment = Readonly<Record<string, string | undefined>>

/** The address of the site: `given`, or else RELEASE_URL. Throws a UsageError if it is missing or invalid. */
function readAddress({ RELEASE_URL }: Environment, given?: string): string {
  return given === undefined
    ? parseAddress('RELEASE_URL', RELEASE_URL?.trim() ?? '')
    : parseAddress('The address of the site', given.trim())
}

/** The token in RELEASE_TOKEN, or in the variable of another site. Throws a UsageError if it is missing or invalid. */
function readToken(
  environment: Environment,
  name: 'RELEASE_TOKEN' | 'RELEASE_FROM_TOKEN' = 'RELEASE_TOKEN',
): string {
  return parseToken(name, environment[name] ?? '')
}

function parseAddress(name: string, text: string): string {
  if (text === '')
    throw new UsageError('Set RELEASE_URL to the address of the site, for example https://ada.example.')
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const scheme = /^(?:localhost|127\.|\[::1\])/.test(text) ? 'http' : 'https'
    const whole = `${scheme}://${text}`
    const meant = !text.includes('://') && URL.canParse(whole) ? ` Did you mean ${whole}?` : ''
    throw new UsageError(`${name} must begin with https:// or http://.${meant}`)
  }
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `${name} contains a user name or a password. Remove it; the token is in RELEASE_TOKEN.`,
    )
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new UsageError(
      `${name} must be the address of the site without a path: ${url.origin}, not ${url.href}.`,
    )
  return url.origin
}

function parseToken(name: string, token: string): string {
  if (token === '')
    throw new UsageError(`Set ${name} to your token. The operator of the site can create one for you.`)
  // Never with the token itself: it would end up in the log of a build machine.
  if (!/^[\w.-]+$/.test(token))
    throw new UsageError(
      `${name} contains a space, a line break, a quotation mark or another character that no token has. Set it to the token alone, which begins with portico_.`,
    )
  return token
}
