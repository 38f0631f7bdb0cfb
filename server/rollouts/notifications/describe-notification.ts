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
}

/** Describes a notification. It says what visitors get until someone acts, and how to act. */
export function describeNotification(notification: Notification): NotificationText {
  const { type, remote, release, team } = notification
  const about = `${remote} ${release}`
  const parts = describe(notification, about)
  const owner = `The remote ${remote} belongs to ${team}.`
  const paragraphs = [parts.what, parts.evidence, parts.visitors, owner, parts.advice]
  return {
    title: `${about}: ${titles[type]}`,
    paragraphs: paragraphs.filter((text) => text !== null),
    commands: parts.commands.map((command) => `npx --no-install portico ${command}`),
  }
}

const titles: Readonly<Record<Notification['type'], string>> = {
  'rollout.started': 'rollout started',
  'rollout.paused': 'rollout PAUSED, nothing changes until you act',
  'rollout.rolled_back': 'rolled back',
  'rollout.completed': 'rollout completed',
  'rollout.waiting': 'rollout is waiting longer than expected',
}

interface Parts {
  readonly what: string
  readonly evidence: string | null
  readonly visitors: string
  readonly advice: string
  readonly commands: readonly string[]
}

function describe(notification: Notification, about: string): Parts {
  const { type, remote, by, stable, rollout } = notification
  const actor = describeActor(by)
  const status = `status ${remote}`
  const rollback = `rollback ${remote} --reason "<why>"`
  const evidence = describeEvidence(notification)
  switch (type) {
    case 'rollout.started': {
      const isFrozen = rollout?.status === 'pending'
      return {
        what: `${actor} started the rollout of ${about} with the plan ${rollout?.plan}${describeReason(notification)}.`,
        evidence: null,
        visitors: describeVisitors(notification),
        advice: isFrozen
          ? 'The remote is frozen, so the rollout begins when it is unfrozen:'
          : 'It advances automatically, except from the testers’ step, which you end once they approve:',
        commands: isFrozen ? [`unfreeze ${remote} --reason "<why>"`] : [`advance ${remote}`, status],
      }
    }
    case 'rollout.paused':
      return {
        what: `${actor} paused the rollout of ${about}${describeReason(notification)}.`,
        evidence,
        visitors: describeVisitors(notification),
        advice: 'Nothing changes until you act. Investigate, then roll it back or resume it:',
        commands: [status, rollback, `resume ${remote}`],
      }
    case 'rollout.rolled_back':
      return {
        what: `${actor} rolled back ${about}${describeReason(notification)}.`,
        evidence,
        visitors: `Every visitor gets ${stable ?? 'no release'} now; open pages within 75 seconds.`,
        advice: 'The release is quarantined. Fix it and publish a new version. The log shows what happened:',
        commands: ['log', status],
      }
    case 'rollout.completed':
      return {
        what: `${actor} completed the rollout of ${about}${describeReason(notification)}.`,
        evidence,
        visitors: `Every visitor gets ${stable ?? 'no release'} now.`,
        advice: 'No action needed. If it turns out to be broken, return to the previous release:',
        commands: [rollback],
      }
    case 'rollout.waiting':
      return {
        what: `The rollout of ${about} ${notification.reason ?? 'is waiting'}.`,
        evidence: [evidence, ...notification.missing.map((text) => `It ${text.replace(/\.?$/, '.')}`)]
          .filter(Boolean)
          .join(' '),
        visitors: describeVisitors(notification),
        advice: 'Decide whether to continue:',
        commands: [status, ...getChoices(notification), rollback],
      }
  }
}

function getChoices({ remote, rollout }: Notification): string[] {
  if (rollout?.status === 'pending') return [`unfreeze ${remote} --reason "<why>"`]
  return rollout?.status === 'paused' ? [`resume ${remote}`] : [`advance ${remote} --reason "<why>"`]
}

function describeActor(by: string): string {
  if (by === systemActors.site) return 'The site automatically'
  return by === systemActors.startup ? 'The start of the server' : `The token "${by}"`
}

function describeReason({ reason }: Notification): string {
  return reason === null ? '' : `: ${reason.replace(/\.$/, '')}`
}

function describeEvidence({ rollout }: Notification): string | null {
  if (rollout === null) return null
  const { canary, stable } = rollout.counts
  if (canary.loads + stable.loads === 0) return 'No browser has reported a load yet.'
  return `${formatNumber(canary.failures)} of ${formatNumber(canary.loads)} loads of the new release failed, and ${formatNumber(stable.failures)} of ${formatNumber(stable.loads)} of the current one.`
}

function describeVisitors({ rollout, release, stable }: Notification): string {
  const share = rollout?.share ?? 0
  const others = stable ?? 'no release'
  if (share === 0) return `Visitors get ${others}; only testers with a preview link get ${release}.`
  const fallback = `Where ${release} fails to load, the page shows ${others} instead.`
  if (share === fullShare) return `Every visitor gets ${release}. ${fallback}`
  return `${formatNumber(share / 100, 2)} % of visitors get ${release}, the others ${others}. ${fallback}`
}
