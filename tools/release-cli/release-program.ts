import type { DescribedProgram } from '@portico/protocol/command-line/describe-program.ts'
import type { Program } from '@portico/protocol/command-line/run-program.ts'
import type { Command, CommandContext, Project } from './command.ts'
import { describeFailure } from './describe-failure.ts'
import { readAddress, readToken } from './site-address.ts'
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
