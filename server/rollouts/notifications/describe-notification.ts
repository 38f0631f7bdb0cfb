import { formatNumber } from '@portico/kit/format.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { Notification } from './notification.ts'

export interface NotificationText {
  readonly title: string
  /** What happened, the evidence, what visitors get now, and what to do. */
  readonly paragraphs: readonly string[]
  /** For the last paragraph. */
  readonly commands: readonly string[]
  /** Where the console shows it. */
  readonly path: string
}

/** Describes a notification. It says what visitors get until someone acts, and how to act. */
export function describeNotification(notification: Notification): NotificationText {
  const { type, remote, release, team, rollout } = notification
  const subject = remote ?? `The token "${notification.by}"`
  const about = type.startsWith('remote.') || release === null ? subject : `${remote} ${release}`
  const {
    title,
    what,
    evidence = rollout === null || type.startsWith('remote.') ? null : describeEvidence(rollout),
    visitors = describeVisitors(notification),
    advice,
    commands = [`status ${remote}`],
  } = describe[type](notification, about)
  const owner = remote === null ? null : `The remote ${remote} belongs to ${team}.`
  const reason = notification.reason === null ? '' : `: ${notification.reason.replace(/\.$/, '')}`
  const actor = describeActor(notification.by)
  const paragraphs = [
    type === 'rollout.waiting' || remote === null ? `${what}.` : `${actor} ${what}${reason}.`,
    ...[evidence, visitors, owner, advice].filter((text) => text !== null),
  ]
  return {
    title: `${about}: ${title}`,
    paragraphs,
    commands: commands.map((command) => `npx --no-install portico ${command}`),
    path: getPath(notification),
  }
}

function getPath({ remote, rollout, type }: Notification): string {
  if (remote === null) return '/access'
  return rollout === null || type.startsWith('remote.') ? `/remotes/${remote}` : `/rollouts/${rollout.id}`
}

interface Parts {
  readonly title: string
  /** Follows the name of who did it, and is followed by the reason. */
  readonly what: string
  /** Missing: the loads and signals of the rollout, if there is one. */
  readonly evidence?: string | null
  /** Missing: what they get from the rollout, if there is one. */
  readonly visitors?: string
  readonly advice: string
  /** Missing: those that show the status. */
  readonly commands?: readonly string[]
}

const why = '--reason "<why>"'

const describe: Readonly<Record<Notification['type'], (about: Notification, name: string) => Parts>> = {
  'rollout.started': ({ remote, rollout }, about) => {
    const isFrozen = rollout?.status === 'pending'
    return {
      title: 'rollout started',
      what: `started the rollout of ${about} with the plan ${rollout?.plan}`,
      evidence: null,
      advice: isFrozen
        ? 'The remote is frozen, so the rollout begins when it is unfrozen:'
        : 'It advances automatically, except from the testers’ step, which you end once they approve:',
      commands: isFrozen ? [`unfreeze ${remote} ${why}`] : [`advance ${remote}`, `status ${remote}`],
    }
  },
  'rollout.advanced': ({ remote, rollout }, about) => ({
    title: 'rollout advanced',
    what: `advanced the rollout of ${about} to step ${rollout?.step} of ${rollout?.steps}`,
    advice: 'No action needed. If it turns out to be broken, roll it back:',
    commands: [`status ${remote}`, `rollback ${remote} ${why}`],
  }),
  'rollout.plan_changed': ({ rollout }, about) => ({
    title: 'plan of the rollout changed',
    what: `changed the plan of the rollout of ${about}, which is ${rollout?.plan} now`,
    advice: 'No action needed. The status shows the steps that are left:',
  }),
  'rollout.paused': ({ remote }, about) => ({
    title: 'rollout PAUSED, nothing changes until you act',
    what: `paused the rollout of ${about}`,
    advice: 'Nothing changes until you act. Investigate, then roll it back or resume it:',
    commands: [`status ${remote}`, `rollback ${remote} ${why}`, `resume ${remote}`],
  }),
  'rollout.cancelled': (notification, about) => ({
    title: 'rollout cancelled',
    what: `cancelled the rollout of ${about}`,
    visitors: describeEveryone(notification),
    advice: 'No action needed. The release isn’t quarantined, so it can be started again:',
  }),
  'rollout.rolled_back': (notification, about) => ({
    title: 'rolled back',
    what: `rolled back ${about}`,
    visitors: describeEveryone(notification, '; open pages within 75 seconds'),
    advice: 'The release is quarantined. Fix it and publish a new version. The log shows what happened:',
    commands: ['log', `status ${notification.remote}`],
  }),
  'rollout.completed': (notification, about) => ({
    title: 'rollout completed',
    what: `completed the rollout of ${about}`,
    visitors: describeEveryone(notification),
    advice: 'No action needed. If it turns out to be broken, return to the previous release:',
    commands: [`rollback ${notification.remote} ${why}`],
  }),
  'rollout.waiting': (notification, about) => ({
    title: 'rollout is waiting longer than expected',
    what: `The rollout of ${about} ${notification.reason ?? 'is waiting'}`,
    evidence: [
      notification.rollout && describeEvidence(notification.rollout),
      ...notification.missing.map((text) => `It ${text.replace(/\.?$/, '.')}`),
    ]
      .filter(Boolean)
      .join(' '),
    advice: 'Decide whether to continue:',
    commands: [
      `status ${notification.remote}`,
      getChoice(notification),
      `rollback ${notification.remote} ${why}`,
    ],
  }),
  'remote.off': ({ remote }) => ({
    title: 'turned OFF',
    what: `turned ${remote} off`,
    visitors: 'Its pages say so to every visitor; the rest of the site keeps working.',
    advice: 'To turn it on again:',
    commands: [`on ${remote} ${why}`],
  }),
  'remote.on': ({ remote }) => ({
    title: 'turned on again',
    what: `turned ${remote} on again`,
    advice: 'No action needed. The status shows what visitors get:',
  }),
  'remote.frozen': (notification) => ({
    title: 'frozen',
    what: `froze ${notification.remote}`,
    visitors: `${describeVisitors(notification)} No rollout starts or grows; a rollback still works.`,
    advice: 'To allow rollouts again:',
    commands: [`unfreeze ${notification.remote} ${why}`],
  }),
  'remote.unfrozen': (notification) => ({
    title: 'unfrozen',
    what: `unfroze ${notification.remote}`,
    visitors: `${describeVisitors(notification)} Rollouts may start and grow again.`,
    advice: 'No action needed. The status shows what visitors get:',
  }),
  'token.expiring': ({ reason }, name) => ({
    title: 'expires soon',
    what: `${name} ${reason}`,
    visitors: 'After that, the site refuses every command that uses it. Rollouts in progress continue.',
    advice: 'Create another one, and replace RELEASE_TOKEN where this one is used:',
    commands: ['token create --name "<another name>" --scopes <the same>', 'token list'],
  }),
}

function getChoice({ remote, rollout }: Notification): string {
  if (rollout?.status === 'pending') return `unfreeze ${remote} ${why}`
  return rollout?.status === 'paused' ? `resume ${remote}` : `advance ${remote} ${why}`
}

function describeActor(by: string): string {
  if (by === systemActors.site) return 'The site automatically'
  return by === systemActors.startup ? 'The start of the server' : `The token "${by}"`
}

function describeEvidence({ counts, signals }: NonNullable<Notification['rollout']>): string {
  const { canary, stable } = counts
  if (canary.loads + stable.loads === 0) return 'No browser has reported a load yet.'
  const loads = `${formatNumber(canary.failures)} of ${formatNumber(canary.loads)} loads of the new release failed, and ${formatNumber(stable.failures)} of ${formatNumber(stable.loads)} of the current one.`
  return [loads, ...signals].join(' ')
}

function describeEveryone({ stable }: Notification, when = ''): string {
  return `Every visitor gets ${stable ?? 'no release'} now${when}.`
}

function describeVisitors({ rollout, release, stable }: Notification): string {
  const others = stable ?? 'no release'
  if (rollout === null) return `Every visitor gets ${others}.`
  const { share } = rollout
  if (share === 0) return `Visitors get ${others}; only testers with a preview link get ${release}.`
  const fallback = `Where ${release} fails to load, the page shows ${others} instead.`
  if (share === fullShare) return `Every visitor gets ${release}. ${fallback}`
  return `${formatNumber(share / 100, 2)} % of visitors get ${release}, the others ${others}. ${fallback}`
}
