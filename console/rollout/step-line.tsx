import { formatCount, formatSignificant, pluralize } from '@portico/kit/format.ts'
import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import { isCompared } from '@portico/protocol/rollout/plans.ts'
import { isActive, type Rollout, type Step } from '@portico/protocol/rollout/rollout-record.ts'
import styles from './step-line.module.css'

/** The steps of a rollout as a line, with where it is or ended. */
export function StepLine({ rollout }: { readonly rollout: Rollout }) {
  const { plan, step, status } = rollout
  const getState = (at: number) => {
    if (at < step || status === 'completed') return 'done'
    return at > step ? 'later' : isActive(rollout) ? 'current' : 'ended'
  }
  return (
    <ol className={styles.steps} aria-label={`Steps of the plan ${plan.name}`}>
      {plan.steps.map((planned, at) => {
        const state = getState(at)
        return (
          <li
            key={planned.share}
            className={`${styles.step} ${styles[state]}`}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <strong>{formatShare(planned.share)}</strong>
            <span className={styles.detail}>{describeStep(planned)}</span>
            {state === 'current' && planned.share > 0 && (
              <span className={styles.detail}>{formatMinutes(rollout.bakedMs / 60_000)} so far</span>
            )}
            {state === 'ended' && <span className={styles.detail}>ended here</span>}
          </li>
        )
      })}
    </ol>
  )
}

function describeStep(step: Step): string {
  if (step.share === 0) return 'ends when you advance it'
  const margin = isCompared(step)
    ? `, margin ${formatSignificant(step.marginPoints)} ${pluralize(step.marginPoints, 'point')}`
    : ''
  return `${formatMinutes(step.bakeMinutes)}, ${formatCount(step.minimumLoads, 'load')}${margin}`
}

const formatMinutes = (minutes: number) => `${formatSignificant(Math.floor(minutes))} min`
