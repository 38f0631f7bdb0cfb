import { paths } from '@portico/kit/paths.ts'
import { PreviewSchema, RemoteStateSchema } from '../rollout/rollout-api.ts'
import { planNames, RolloutSchema } from '../rollout/rollout-record.ts'
import { type AgentTool, defineTool, fields } from './agent-tool.ts'
import { describeRollout } from './reading-tools.ts'

const { remote, rollout, release, reason } = fields

const steps = {
  type: 'array',
  items: { type: 'object' },
  description:
    'Own steps, at most 10, such as [{"percent": 5, "minutes": 30, "loads": 200, "margin": 2}, {"percent": 100}]: percent of visitors, and at least 10 minutes and 100 loads',
}

type Acting = Pick<Parameters<typeof defineTool>[0], 'description' | 'isHarmless' | 'optional'>

function onRollout(name: string, path: string, acting: Acting): AgentTool {
  const input = { rollout, reason }
  const request = { verb: 'rollout', path: `${paths.rollouts}/{rollout}/${path}`, input } as const
  return defineTool({ name, ...acting, ...request, response: RolloutSchema, describe: describeRollout })
}

function onRemote(name: string, path: string, acting: Acting): AgentTool {
  return defineTool({
    name,
    ...acting,
    verb: path === 'rollback' ? 'rollback' : 'switch',
    path: `${paths.remotes}/{remote}/${path}`,
    input: { remote, reason },
    response: RemoteStateSchema,
    describe: ({ stable, off, note }) => note ?? (off === null ? `Stable is ${stable}.` : `Off: ${off}.`),
  })
}

/** The tools that change what visitors get, or may get. */
export const actingTools: readonly AgentTool[] = [
  defineTool({
    name: 'start_rollout',
    description:
      'Rolls out a published release. With the plans low, mid and standard only testers get it until someone advances the rollout, then a growing share of visitors; the site advances, pauses or rolls it back by their reports. With `now`, every visitor gets it at once.',
    verb: 'rollout',
    path: paths.rollouts,
    input: { remote, to: release, reason },
    optional: {
      plan: { enum: planNames, description: 'Without it, the plan in the manifest of the release' },
      steps,
      force: { type: 'boolean', description: 'Needed for a release that was rolled back' },
    },
    response: RolloutSchema,
    describe: describeRollout,
  }),
  onRollout('advance_rollout', 'advance', {
    description:
      'Gives more visitors the release: the share of the next step, after the last step everyone, or the share in `to`. Skips the evidence that the step still waits for.',
    optional: {
      to: { type: 'integer', maximum: 10_000, description: 'Basis points: 2500 is 25 %, 10000 everyone' },
    },
  }),
  onRollout('change_plan', 'plan', {
    description: 'Gives a rollout other steps. Nothing changes for visitors until the next one.',
    isHarmless: true,
    optional: { plan: { enum: planNames.filter((name) => name !== 'now') }, steps },
  }),
  onRollout('pause_rollout', 'pause', {
    description:
      'Holds a rollout at its share: visitors who have the release keep it, no others get it. Reports may still roll it back.',
    isHarmless: true,
  }),
  onRollout('resume_rollout', 'resume', {
    description: 'Continues a paused rollout: its share of visitors grows again.',
  }),
  onRollout('cancel_rollout', 'cancel', {
    description:
      'Ends a paused rollout: every visitor gets the stable release again, open pages within 75 s. The release can be started again.',
  }),
  onRemote('roll_back', 'rollback', {
    description:
      'Ends the rollout in progress: every visitor gets the stable release again, open pages within 75 s. Without a rollout, every visitor gets the previous stable release. The release that is withdrawn is quarantined. Always allowed, also while frozen.',
    optional: { to: { ...release, description: 'An earlier stable release to return to instead' } },
  }),
  onRemote('turn_off', 'off', {
    description:
      'Turns a remote off: its pages tell every visitor that they are unavailable; the rest of the site keeps working.',
  }),
  onRemote('turn_on', 'on', { description: 'Turns a remote on again: visitors get its pages.' }),
  onRemote('freeze', 'freeze', {
    description:
      'No rollout of a remote starts or grows until unfreeze. Visitors keep what they have; rolling back still works.',
    isHarmless: true,
  }),
  onRemote('unfreeze', 'unfreeze', {
    description: 'Allows rollouts of a remote again, and starts the one that was waiting.',
  }),
  defineTool({
    name: 'create_preview',
    description:
      'Creates a link that shows a release, or without a version the canary, to everyone who opens it within 8 hours. Other visitors keep what they have.',
    verb: 'preview',
    isHarmless: true,
    path: paths.previews,
    input: { remote },
    optional: { version: release },
    response: PreviewSchema,
    describe: ({ url }) => url,
  }),
]
