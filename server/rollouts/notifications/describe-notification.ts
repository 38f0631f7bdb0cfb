import { formatNumber } from '@portico/kit/format.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { Notification } from './notification.ts'

/** A notification as a person reads it. */
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
  const { type, remote, release, team } = notification
  const subject = remote ?? `The token "${notification.by}"`
  const about = type.startsWith('remote.') || release === null ? subject : `${remote} ${release}`
  const { what, evidence = null, visitors, advice, commands } = describe[type](notification, about)
  const owner = remote === null ? null : `The remote ${remote} belongs to ${team}.`
  const reason = notification.reason === null ? '' : `: ${notification.reason.replace(/\.$/, '')}`
  const actor = describeActor(notification.by)
  const paragraphs = [
    type === 'rollout.waiting' || remote === null ? `${what}.` : `${actor} ${what}${reason}.`,
    ...[evidence, visitors, owner, advice].filter((text) => text !== null),
  ]
  return {
    title: `${about}: ${titles[type]}`,
    paragraphs,
    commands: commands.map((command) => `npx --no-install portico ${command}`),
    path: getPath(notification),
  }
}

function getPath({ remote, rollout, type }: Notification): string {
  if (remote === null) return '/access'
  return rollout === null || type.startsWith('remote.') ? `/remotes/${remote}` : `/rollouts/${rollout.id}`
}

const titles: Readonly<Record<Notification['type'], string>> = {
  'rollout.started': 'rollout started',
  'rollout.advanced': 'rollout advanced',
  'rollout.plan_changed': 'plan of the rollout changed',
  'rollout.paused': 'rollout PAUSED, nothing changes until you act',
  'rollout.cancelled': 'rollout cancelled',
  'rollout.rolled_back': 'rolled back',
  'rollout.completed': 'rollout completed',
  'rollout.waiting': 'rollout is waiting longer than expected',
  'remote.off': 'turned OFF',
  'remote.on': 'turned on again',
  'remote.frozen': 'frozen',
  'remote.unfrozen': 'unfrozen',
  'token.expiring': 'expires soon',
}

interface Parts {
  /** Follows the name of who did it, and is followed by the reason. */
  readonly what: string
  readonly evidence?: string | null
  readonly visitors: string
  readonly advice: string
  readonly commands: readonly string[]
}

const why = '--reason "<why>"'

const describe: Readonly<Record<Notification['type'], (about: Notification, name: string) => Parts>> = {
  'rollout.started': (notification, about) => {
    const { remote, rollout } = notification
    const isFrozen = rollout?.status === 'pending'
    return {
      what: `started the rollout of ${about} with the plan ${rollout?.plan}`,
      visitors: describeVisitors(notification),
      advice: isFrozen
        ? 'The remote is frozen, so the rollout begins when it is unfrozen:'
        : 'It advances automatically, except from the testers’ step, which you end once they approve:',
      commands: isFrozen ? [`unfreeze ${remote} ${why}`] : [`advance ${remote}`, `status ${remote}`],
    }
  },
  'rollout.advanced': (notification, about) => ({
    what: `advanced the rollout of ${about} to step ${notification.rollout?.step} of ${notification.rollout?.steps}`,
    evidence: describeEvidence(notification),
    visitors: describeVisitors(notification),
    advice: 'No action needed. If it turns out to be broken, roll it back:',
    commands: [`status ${notification.remote}`, `rollback ${notification.remote} ${why}`],
  }),
  'rollout.plan_changed': (notification, about) => ({
    what: `changed the plan of the rollout of ${about}, which is ${notification.rollout?.plan} now`,
    evidence: describeEvidence(notification),
    visitors: describeVisitors(notification),
    advice: 'No action needed. The status shows the steps that are left:',
    commands: [`status ${notification.remote}`],
  }),
  'rollout.paused': (notification, about) => ({
    what: `paused the rollout of ${about}`,
    evidence: describeEvidence(notification),
    visitors: describeVisitors(notification),
    advice: 'Nothing changes until you act. Investigate, then roll it back or resume it:',
    commands: [
      `status ${notification.remote}`,
      `rollback ${notification.remote} ${why}`,
      `resume ${notification.remote}`,
    ],
  }),
  'rollout.cancelled': (notification, about) => ({
    what: `cancelled the rollout of ${about}`,
    evidence: describeEvidence(notification),
    visitors: describeEveryone(notification),
    advice: 'No action needed. The release isn’t quarantined, so it can be started again:',
    commands: [`status ${notification.remote}`],
  }),
  'rollout.rolled_back': (notification, about) => ({
    what: `rolled back ${about}`,
    evidence: describeEvidence(notification),
    visitors: describeEveryone(notification, '; open pages within 75 seconds'),
    advice: 'The release is quarantined. Fix it and publish a new version. The log shows what happened:',
    commands: ['log', `status ${notification.remote}`],
  }),
  'rollout.completed': (notification, about) => ({
    what: `completed the rollout of ${about}`,
    evidence: describeEvidence(notification),
    visitors: describeEveryone(notification),
    advice: 'No action needed. If it turns out to be broken, return to the previous release:',
    commands: [`rollback ${notification.remote} ${why}`],
  }),
  'rollout.waiting': (notification, about) => ({
    what: `The rollout of ${about} ${notification.reason ?? 'is waiting'}`,
    evidence: [
      describeEvidence(notification),
      ...notification.missing.map((text) => `It ${text.replace(/\.?$/, '.')}`),
    ]
      .filter(Boolean)
      .join(' '),
    visitors: describeVisitors(notification),
    advice: 'Decide whether to continue:',
    commands: [
      `status ${notification.remote}`,
      ...getChoices(notification),
      `rollback ${notification.remote} ${why}`,
    ],
  }),
  'remote.off': ({ remote }) => ({
    what: `turned ${remote} off`,
    visitors: 'Its pages say so to every visitor; the rest of the site keeps working.',
    advice: 'To turn it on again:',
    commands: [`on ${remote} ${why}`],
  }),
  'remote.on': (notification) => ({
    what: `turned ${notification.remote} on again`,
    visitors: describeVisitors(notification),
    advice: 'No action needed. The status shows what visitors get:',
    commands: [`status ${notification.remote}`],
  }),
  'remote.frozen': (notification) => ({
    what: `froze ${notification.remote}`,
    visitors: `${describeVisitors(notification)} No rollout starts or grows; a rollback still works.`,
    advice: 'To allow rollouts again:',
    commands: [`unfreeze ${notification.remote} ${why}`],
  }),
  'remote.unfrozen': (notification) => ({
    what: `unfroze ${notification.remote}`,
    visitors: `${describeVisitors(notification)} Rollouts may start and grow again.`,
    advice: 'No action needed. The status shows what visitors get:',
    commands: [`status ${notification.remote}`],
  }),
  'token.expiring': ({ reason }, name) => ({
    what: `${name} ${reason}`,
    visitors: 'After that, the site refuses every command that uses it. Rollouts in progress continue.',
    advice: 'Create another one, and replace RELEASE_TOKEN where this one is used:',
    commands: ['token create --name "<another name>" --scopes <the same>', 'token list'],
  }),
}

function getChoices({ remote, rollout }: Notification): string[] {
  if (rollout?.status === 'pending') return [`unfreeze ${remote} --reason "<why>"`]
  return rollout?.status === 'paused' ? [`resume ${remote}`] : [`advance ${remote} --reason "<why>"`]
}

function describeActor(by: string): string {
  if (by === systemActors.site) return 'The site automatically'
  return by === systemActors.startup ? 'The start of the server' : `The token "${by}"`
}

function describeEvidence({ rollout }: Notification): string | null {
  if (rollout === null) return null
  const { canary, stable } = rollout.counts
  if (canary.loads + stable.loads === 0) return 'No browser has reported a load yet.'
  const loads = `${formatNumber(canary.failures)} of ${formatNumber(canary.loads)} loads of the new release failed, and ${formatNumber(stable.failures)} of ${formatNumber(stable.loads)} of the current one.`
  return [loads, ...rollout.signals].join(' ')
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
