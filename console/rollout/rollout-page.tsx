import { paths } from '@portico/kit/paths.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import { OverviewSchema } from '@portico/protocol/rollout/overview-api.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import { Link, useParams } from 'react-router'
import { Actions } from '../actions/actions.tsx'
import { Page } from '../app/page.tsx'
import { useResource } from '../app/use-resource.ts'
import styles from './rollout.module.css'
import { RolloutReport } from './rollout-report.tsx'

/** `/rollouts/:id`, with what can be done to it if it is the latest of its remote. */
export function RolloutPage() {
  const { id = '' } = useParams()
  const { data: rollout, problem } = useResource(`${paths.rollouts}/${encodeURIComponent(id)}`, RolloutSchema)
  const { data: overview } = useResource(consolePaths.overview, OverviewSchema)
  const app = overview?.apps.find((known) => known.rollout?.id === id)
  const name = rollout && `Rollout of ${rollout.remote} ${getVersion(rollout.to)}`
  return (
    <Page title={name ?? 'Rollout'}>
      <RolloutReport rollout={rollout} problem={problem}>
        <div className={styles.actions}>
          {rollout !== null && <Link to={`/remotes/${rollout.remote}`}>{rollout.remote}</Link>}
          {app !== undefined && <Actions app={app} />}
        </div>
      </RolloutReport>
    </Page>
  )
}
