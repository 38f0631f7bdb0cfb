import { paths } from '@portico/kit/paths.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { TokenPermission } from '@portico/protocol/tokens/token-api.ts'
import { describeLoads } from './describe-loads.ts'

/** An action that needs at most a reason. */
export interface SimpleAction {
  readonly name: string
  readonly verb: TokenPermission
  readonly isAvailable: (app: OverviewApp) => boolean
  /** Who is affected, in numbers. */
  readonly effect: (app: OverviewApp, loadsPerMinute: number | null) => string
  readonly reason: 'required' | 'optional'
  readonly isDangerous?: boolean
  readonly result: string
}

const hasStatus = (app: OverviewApp, ...statuses: readonly string[]) =>
  app.rollout !== null && statuses.includes(app.rollout.status)
const ofCanary = ({ rollout }: OverviewApp, loadsPerMinute: number | null) =>
  `${getVersion(rollout?.to ?? '')} (${describeLoads(rollout?.share ?? 0, loadsPerMinute)})`
const ofEveryone = (loadsPerMinute: number | null) => describeLoads(fullShare, loadsPerMinute)

/** The actions that need at most a reason, by the last part of their path. */
export const simpleActions: Readonly<Record<string, SimpleAction>> = {
  pause: {
    name: 'Pause',
    verb: 'rollout',
    isAvailable: (app) => hasStatus(app, 'running'),
    effect: (app, loads) => `Whoever has ${ofCanary(app, loads)} keeps it, and nobody else gets it.`,
    reason: 'optional',
    result: 'The rollout is paused.',
  },
  resume: {
    name: 'Resume',
    verb: 'rollout',
    isAvailable: (app) => hasStatus(app, 'paused'),
    effect: (app, loads) =>
      `Whoever has ${ofCanary(app, loads)} keeps it, and the next step follows once its evidence is complete. The same evidence won’t pause it again.`,
    reason: 'optional',
    result: 'The rollout is running.',
  },
  cancel: {
    name: 'Cancel',
    verb: 'rollout',
    isAvailable: (app) => hasStatus(app, 'pending', 'paused'),
    effect: (app, loads) => `Whoever has ${ofCanary(app, loads)} gets ${getVersion(app.stable ?? '')} again.`,
    reason: 'optional',
    result: 'The rollout is cancelled. Its release can be started again.',
  },
  off: {
    name: 'Turn off',
    verb: 'switch',
    isAvailable: ({ kind, off }) => kind !== 'shell' && off === null,
    effect: ({ name }, loads) =>
      `The pages of ${name} will say that they are turned off, to ${ofEveryone(loads)}.`,
    reason: 'required',
    isDangerous: true,
    result: 'It is off.',
  },
  on: {
    name: 'Turn on',
    verb: 'switch',
    isAvailable: ({ off }) => off !== null,
    effect: ({ name, stable }, loads) =>
      `The pages of ${name} work again, with ${getVersion(stable ?? 'no release')}, for ${ofEveryone(loads)}.`,
    reason: 'required',
    result: 'It is on.',
  },
  freeze: {
    name: 'Freeze',
    verb: 'switch',
    isAvailable: ({ frozen }) => frozen === null,
    effect: () => 'Nothing changes for visitors. No rollout starts or grows; rolling back is still possible.',
    reason: 'required',
    result: 'It is frozen.',
  },
  unfreeze: {
    name: 'Unfreeze',
    verb: 'switch',
    isAvailable: ({ frozen }) => frozen !== null,
    effect: ({ rollout }, loads) =>
      rollout?.status === 'pending'
        ? `The rollout of ${getVersion(rollout.to)} begins: ${describeLoads(rollout.steps[0] ?? 0, loads)}.`
        : 'Nothing changes for visitors now. Rollouts start and grow again.',
    reason: 'required',
    result: 'It is no longer frozen.',
  },
}

/** Where the action `key` of an app is sent. */
export function getActionPath(key: string, { verb }: SimpleAction, { name, rollout }: OverviewApp): string {
  return verb === 'rollout' ? `${paths.rollouts}/${rollout?.id}/${key}` : `${paths.remotes}/${name}/${key}`
}
