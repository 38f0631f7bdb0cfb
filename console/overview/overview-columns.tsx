import { getVersion } from '@portico/protocol/release/release-record.ts'
import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { isActive } from '@portico/protocol/rollout/rollout-record.ts'
import { Link } from 'react-router'
import { Actions } from '../actions/actions.tsx'
import { ReleaseName } from '../ui/release-name.tsx'
import { ShareBar } from '../ui/share-bar.tsx'
import { Status } from '../ui/status.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { describeWaiting } from './describe-waiting.ts'
import styles from './overview-page.module.css'
import { isUrgent, rankApp } from './rank-app.ts'
import { Sparkline } from './sparkline.tsx'

/** The columns of the overview at a time, in ms since 1970. */
export function createColumns(now: number): readonly Column<OverviewApp>[] {
  return [
    {
      name: 'App',
      value: ({ name }) => name,
      render: ({ name, team }) => (
        <>
          <Link to={`/remotes/${name}`}>{name}</Link> <span className={styles.team}>{team}</span>
        </>
      ),
    },
    {
      name: 'State',
      value: (app) => rankApp(app, now).word,
      render: (app) => {
        const { word, tone } = rankApp(app, now)
        return <Status tone={tone}>{word}</Status>
      },
    },
    {
      name: 'Stable',
      value: ({ stable }) => stable,
      render: ({ name, stable }) => <ReleaseName remote={name} id={stable} />,
    },
    {
      name: 'Fallback',
      value: ({ fallback }) => fallback,
      render: ({ name, fallback }) => <ReleaseName remote={name} id={fallback} />,
    },
    { name: 'Rollout', value: ({ rollout }) => rollout?.to ?? null, render: renderRollout },
    {
      name: 'Share',
      value: ({ rollout }) => (rollout !== null && isActive(rollout) ? rollout.share / 100 : null),
      render: ({ rollout }) => rollout !== null && isActive(rollout) && <ShareBar share={rollout.share} />,
    },
    {
      name: 'Health',
      value: ({ rollout }) => rollout?.health.canary ?? null,
      render: ({ rollout }) =>
        rollout !== null &&
        isActive(rollout) && (
          <>
            <span className={styles.health}>
              {rollout.health.canary} / {rollout.health.stable}
            </span>{' '}
            <Sparkline {...rollout.trend} />
          </>
        ),
    },
    {
      name: 'Why',
      value: (app) => describeWaiting(app, now),
      render: (app) => {
        const waiting = describeWaiting(app, now)
        return waiting === '' ? null : (
          <span className={isUrgent(app, now) ? styles.reason : styles.waiting} title={waiting}>
            {waiting}
          </span>
        )
      },
    },
    {
      name: 'Started by',
      value: ({ rollout }) => rollout?.startedBy ?? null,
      render: ({ rollout }) =>
        rollout !== null && (
          <>
            {rollout.startedBy} <Time at={rollout.startedAt} />
          </>
        ),
    },
    { name: 'Actions', render: (app) => <Actions app={app} isRollbackOnly isCompact /> },
  ]
}

function renderRollout({ rollout }: OverviewApp) {
  return rollout !== null && rollout.status !== 'completed' ? (
    <Link to={`/rollouts/${rollout.id}`} title={rollout.to}>
      {getVersion(rollout.to)}
    </Link>
  ) : null
}
