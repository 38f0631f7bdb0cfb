import { paths } from '@portico/kit/paths.ts'
import { PreviewSchema, RemoteStateSchema } from '../rollout/rollout-api.ts'
import { planNames, RolloutSchema } from '../rollout/rollout-record.ts'
import { type AgentTool, defineTool, fields } from './agent-tool.ts'
import { describeRollout, toSentences } from './reading-tools.ts'

const { remote, rollout, release, reason } = fields

const steps = {
  type: 'array',
  maxItems: 10,
  description: 'Own steps instead of those of the plan; the last one is for everyone (100)',
  items: {
    type: 'object',
    properties: {
      percent: { type: 'number', description: 'Percent of visitors' },
      minutes: { type: 'number', description: 'At least this long; at least 10' },
      loads: { type: 'number', description: 'At least this many loads; at least 100' },
      margin: { type: 'number', description: 'Tolerated percentage points; at most 3' },
    },
    required: ['percent'],
  },
}

const onRollout = {
  verb: 'rollout',
  method: 'POST',
  response: RolloutSchema,
  describe: describeRollout,
} as const

const onRemote = {
  method: 'POST',
  response: RemoteStateSchema,
  describe: ({ remote: name, stable, fallback, off, frozen, note }) =>
    toSentences(
      note,
      `${name}: stable is ${stable ?? 'no release'}, its fallback ${fallback ?? 'none'}`,
      off && `Off: ${off}`,
      frozen && `Frozen: ${frozen}`,
    ),
} as const satisfies Partial<Parameters<typeof defineTool<typeof RemoteStateSchema>>[0]>

/** The tools that change what visitors get, or may get. */
export const actingTools: readonly AgentTool[] = [
  defineTool({
    ...onRollout,
    name: 'start_rollout',
    description:
      'Rolls out a published release. With the plans low, mid and standard only testers get it until someone advances the rollout, then a growing share of visitors; the site advances, pauses or rolls it back by their reports. With `now`, every visitor gets it at once.',
    path: paths.rollouts,
    input: { remote, to: release, reason },
    optional: {
      plan: { enum: planNames, description: 'Without it, the plan in the manifest of the release' },
      steps,
      force: { type: 'boolean', description: 'Needed for a release that was rolled back' },
    },
  }),
  defineTool({
    ...onRollout,
    name: 'advance_rollout',
    description:
      'Gives more visitors the release: the share of the next step, after the last step everyone, or the share in `to`. Skips the evidence that the current step still waits for.',
    path: `${paths.rollouts}/{rollout}/advance`,
    input: { rollout, reason },
    optional: {
      to: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000,
        description: 'A larger share of visitors in basis points: 2500 is 25 %, 10000 everyone',
      },
    },
  }),
  defineTool({
    ...onRollout,
    name: 'change_plan',
    description:
      'Gives a rollout in progress other steps. Nothing changes for visitors now; the steps that follow differ.',
    isHarmless: true,
    path: `${paths.rollouts}/{rollout}/plan`,
    input: { rollout, reason },
    optional: { plan: { enum: planNames.filter((name) => name !== 'now') }, steps },
  }),
  defineTool({
    ...onRollout,
    name: 'pause_rollout',
    description:
      'Holds a rollout at its share: the visitors who have the release keep it, no others get it. Reports may still roll it back.',
    isHarmless: true,
    path: `${paths.rollouts}/{rollout}/pause`,
    input: { rollout, reason },
  }),
  defineTool({
    ...onRollout,
    name: 'resume_rollout',
    description: 'Continues a paused rollout: its share of visitors grows again with each step.',
    path: `${paths.rollouts}/{rollout}/resume`,
    input: { rollout, reason },
  }),
  defineTool({
    ...onRollout,
    name: 'cancel_rollout',
    description:
      'Ends a paused rollout: every visitor gets the stable release again, open pages within 75 s. The release can be started again.',
    path: `${paths.rollouts}/{rollout}/cancel`,
    input: { rollout, reason },
  }),
  defineTool({
    ...onRemote,
    name: 'roll_back',
    description:
      'Ends the rollout in progress: every visitor gets the stable release again, open pages within 75 s. Without a rollout, every visitor gets the previous stable release. The release that they had is quarantined. Always allowed, also while frozen.',
    verb: 'rollback',
    path: `${paths.remotes}/{remote}/rollback`,
    input: { remote, reason },
    optional: { to: { ...release, description: 'An earlier stable release to return to instead' } },
  }),
  defineTool({
    ...onRemote,
    name: 'turn_off',
    description:
      'Turns a remote off: its pages tell every visitor that they are unavailable; the rest of the site keeps working.',
    verb: 'switch',
    isIdempotent: true,
    path: `${paths.remotes}/{remote}/off`,
    input: { remote, reason },
  }),
  defineTool({
    ...onRemote,
    name: 'turn_on',
    description: 'Turns a remote on again: visitors get its pages.',
    verb: 'switch',
    isIdempotent: true,
    path: `${paths.remotes}/{remote}/on`,
    input: { remote, reason },
  }),
  defineTool({
    ...onRemote,
    name: 'freeze',
    description:
      'Blocks rollouts of a remote: none starts or grows until unfreeze. Visitors keep what they have; rolling back still works.',
    verb: 'switch',
    isHarmless: true,
    isIdempotent: true,
    path: `${paths.remotes}/{remote}/freeze`,
    input: { remote, reason },
  }),
  defineTool({
    ...onRemote,
    name: 'unfreeze',
    description: 'Allows rollouts of a remote again, and starts the one that was waiting.',
    verb: 'switch',
    isIdempotent: true,
    path: `${paths.remotes}/{remote}/unfreeze`,
    input: { remote, reason },
  }),
  defineTool({
    name: 'create_preview',
    description:
      'Creates a link that shows a release, or without a version the canary, to everyone who opens it within 8 hours. Nothing changes for other visitors.',
    verb: 'preview',
    isHarmless: true,
    method: 'POST',
    path: paths.previews,
    input: { remote },
    optional: { version: release },
    response: PreviewSchema,
    describe: ({ url, expiresAt }) => `${url} is valid until ${new Date(expiresAt).toISOString()}.`,
  }),
]
