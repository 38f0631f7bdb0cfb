import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { ReleaseErrorsSchema } from '@portico/protocol/rollout/error-api.ts'
import { RolloutHistorySchema } from '@portico/protocol/rollout/history-api.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import type { ReactNode } from 'react'
import { useResource } from '../app/use-resource.ts'
import { Summary } from '../ui/summary.tsx'
import { useNow } from '../ui/use-now.ts'
import { describeRollout } from './describe-rollout.ts'
import styles from './rollout.module.css'
import { RolloutView } from './rollout-view.tsx'

interface RolloutReportProps {
  /** null: not loaded yet. */
  readonly rollout: Rollout | null
  /** Why it can't be loaded. */
  readonly problem: string | null
  /** Shown below the first sentence. */
  readonly children?: ReactNode
}

/** A rollout: first why it paused or ended, or what happens next, then the evidence. */
export function RolloutReport({ rollout, problem, children }: RolloutReportProps) {
  const path = rollout && `${paths.rollouts}/${rollout.id}`
  const history = useResource(path && `${path}/history`, RolloutHistorySchema)
  const errors = useResource(
    rollout && `${paths.remotes}/${rollout.remote}/errors?release=${rollout.to}`,
    ReleaseErrorsSchema,
  )
  const now = useNow()
  const problems = [problem, history.problem, errors.problem].filter((text) => text !== null)
  return (
    <div className={styles.page}>
      <header>
        <Alert tone="danger">{problems.length > 0 && [...new Set(problems)].join(' ')}</Alert>
        {rollout !== null && (
          <Summary>
            {describeRollout(rollout, { now, ...(history.data && { events: history.data.events }) })}
          </Summary>
        )}
        {children}
      </header>
      {rollout !== null && (
        <RolloutView rollout={rollout} history={history.data} errors={errors.data?.errors ?? null} />
      )}
    </div>
  )
}
