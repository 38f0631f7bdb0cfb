import type { Command } from './command.ts'
import { grant } from './grant-command.ts'
import { diff, explain } from './inspect-commands.ts'
import { log } from './log-command.ts'
import { notifyTest } from './notify-test-command.ts'
import { promote } from './promote-command.ts'
import { check, publish } from './publish-commands.ts'
import { createSwitchCommand, preview, rollback } from './remote-commands.ts'
import { review } from './review/review-command.ts'
import { advance, changePlan, createStepCommand, start } from './rollout-commands.ts'
import { errors, signals } from './signal-commands.ts'
import { simulate } from './simulate-command.ts'
import { status } from './status-command.ts'
import { releases } from './storage-commands.ts'
import { token, whoami } from './token-command.ts'

/** Every command of `npm run release`, in the order of a release's life. */
export const commands: Readonly<Record<string, Command>> = {
  check,
  publish,
  start,
  status,
  signals,
  errors,
  advance,
  'change-plan': changePlan,
  pause: createStepCommand('pause', 'holds the rollout at its current share'),
  resume: createStepCommand('resume', 'continues a paused rollout'),
  cancel: createStepCommand('cancel', 'ends a paused rollout; you can start the release again later'),
  rollback,
  off: createSwitchCommand(
    'off',
    'turns the remote off: its pages say so, the rest of the site keeps working',
  ),
  on: createSwitchCommand('on', 'turns the remote on again'),
  freeze: createSwitchCommand('freeze', 'blocks new and growing rollouts; rollback still works'),
  unfreeze: createSwitchCommand('unfreeze', 'allows rollouts again and starts the one that was waiting'),
  preview,
  review,
  promote,
  releases,
  log,
  explain,
  diff,
  token,
  grant,
  whoami,
  'notify-test': notifyTest,
  simulate,
}
