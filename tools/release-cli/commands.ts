import type { Verb } from './command.ts'
import { diff, log, why } from './inspect-commands.ts'
import { check, publish } from './publish-commands.ts'
import { preview, rollback, switchVerb } from './remote-commands.ts'
import { start, status, stepVerb } from './rollout-commands.ts'
import { simulate } from './simulate-command.ts'
import { gc, releases } from './storage-commands.ts'
import { token } from './token-command.ts'

/** Every verb of `npm run release`, in the order in which a release meets them. */
export const verbs: Readonly<Record<string, Verb>> = {
  check,
  publish,
  start,
  status,
  advance: stepVerb('advance', 'ends the step: the next share, after the last step everyone'),
  pause: stepVerb('pause', 'keeps today’s share: nobody loses the release, nobody new gets it'),
  resume: stepVerb('resume', 'goes on after a pause'),
  cancel: stepVerb('cancel', 'ends a paused rollout; the release may be started again'),
  rollback,
  off: switchVerb('off', 'switches the remote off: its pages say so, the rest of the site works'),
  on: switchVerb('on', 'switches it on again'),
  freeze: switchVerb('freeze', 'no rollout of it may start or grow; a rollback always may'),
  unfreeze: switchVerb('unfreeze', 'ends the freeze; a rollout that waited begins'),
  preview,
  releases,
  log,
  why,
  diff,
  gc,
  token,
  simulate,
}
