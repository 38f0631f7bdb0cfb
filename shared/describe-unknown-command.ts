import { suggest } from './suggest.ts'

/** What is wrong with a command line whose command doesn't exist; `program` is how people call it. */
export function describeUnknownCommand(name: string, program: string, commands: readonly string[]): string {
  return `Unknown command "${name}".${suggest(name, commands)} \`${program} help\` lists all commands.`
}
