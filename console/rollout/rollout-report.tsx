import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { ReleaseErrorsSchema } from '@portico/protocol/rollout/error-api.ts'
import { RolloutHistorySchema } from '@portico/protocol/rollout/history-api.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { Link } from 'react-router'
import { useResource } from '../app/use-resource.ts'
import { getRemoteAddress, getRolloutAddress, getVersion } from '../ui/addresses.ts'
import { useNow } from '../ui/use-now.ts'
import { describeRollout } from './describe-rollout.ts'
import styles from './rollout.module.css'
import { RolloutView } from './rollout-view.tsx'

interface RolloutReportProps {
  readonly id: string
  /** It is the page's subject, not a part of one. */
  readonly isPage?: boolean
}

/** A rollout: first why it paused or ended, or what happens next, then the evidence. */
export function RolloutReport({ id, isPage = false }: RolloutReportProps) {
  const path = `${paths.rollouts}/${encodeURIComponent(id)}`
  const { data: rollout, problem } = useResource(path, RolloutSchema)
  const history = useResource(`${path}/history`, RolloutHistorySchema)
  const errors = useResource(
    rollout && `${paths.remotes}/${rollout.remote}/errors?release=${rollout.to}`,
    ReleaseErrorsSchema,
  )
  const now = useNow()
  const problems = [problem, history.problem, errors.problem].filter((text) => text !== null)
  const title = rollout && `Rollout of ${rollout.remote} ${getVersion(rollout.to)}`
  return (
    <div className={styles.page}>
      <Alert tone="danger">{problems.length > 0 && [...new Set(problems)].join(' ')}</Alert>
      {rollout !== null && (
        <>
          <header>
            {isPage ? (
              <>
                <Link to={getRemoteAddress(rollout.remote)}>{rollout.remote}</Link>
                <h1 tabIndex={-1}>{title}</h1>
              </>
            ) : (
              <h2>
                <Link to={getRolloutAddress(id)}>{title}</Link>
              </h2>
            )}
            <p className={styles.first}>
              {describeRollout(rollout, { now, ...(history.data && { events: history.data.events }) })}
            </p>
          </header>
          <RolloutView rollout={rollout} history={history.data} errors={errors.data?.errors ?? null} />
        </>
      )}
    </div>
  )
}
