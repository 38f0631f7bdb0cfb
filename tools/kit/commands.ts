import type { Command } from '../release-cli/command.ts'
import { commands as releaseCommands } from '../release-cli/commands.ts'
import { build } from './build-command.ts'
import { create } from './create-command.ts'
import { dev } from './dev/dev.ts'
import { test } from './test-command.ts'
import { upgrade } from './upgrade-command.ts'

/** Every command of `portico`, in the order of a remote's life. */
export const commands: Readonly<Record<string, Command>> = {
  create,
  dev,
  build,
  test,
  ...releaseCommands,
  upgrade,
}
