import { formatDateTime } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { Alert } from '@portico/kit/ui/alert.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { type RemoteReleases, RemoteReleasesSchema } from '@portico/protocol/publish/release-api.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import { describeVisitors, formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import { type OverviewApp, OverviewSchema } from '@portico/protocol/rollout/overview-api.ts'
import { RolloutsSchema } from '@portico/protocol/rollout/rollout-api.ts'
import { isActive, type Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { Link, useParams } from 'react-router'
import { Actions } from '../actions/actions.tsx'
import { Page } from '../app/page.tsx'
import { useResource } from '../app/use-resource.ts'
import { createNumberColumn, createTimeColumn } from '../ui/columns.ts'
import { ReleaseName } from '../ui/release-name.tsx'
import { Summary } from '../ui/summary.tsx'
import { type Column, Table } from '../ui/table.tsx'
import styles from './rollout.module.css'
import { RolloutReport } from './rollout-report.tsx'

/** `/remotes/:remote`: what visitors get of a remote, or of the shell, its latest rollout and its releases. */
export function RemotePage() {
  const { remote = '' } = useParams()
  const { data: overview, problem } = useResource(consolePaths.overview, OverviewSchema)
  const app = overview?.apps.find(({ name }) => name === remote)
  const releases = useResource(
    app?.kind === 'remote' ? `${paths.publish}/${remote}` : null,
    RemoteReleasesSchema,
  )
  const rollouts = useResource(paths.rollouts, RolloutsSchema)
  const known = rollouts.data?.rollouts.filter((rollout) => rollout.remote === remote) ?? []
  const latest = known.find(({ id }) => id === app?.rollout?.id)
  const isUnknown = overview !== null && app === undefined
  return (
    <Page title={remote}>
      <div className={styles.page}>
        <header>
          <Alert tone="danger">
            {isUnknown
              ? `Nothing named ${remote} was published here, or you may not read it.`
              : (problem ?? releases.problem ?? rollouts.problem)}
          </Alert>
          {app !== undefined && <State app={app} />}
        </header>
        {latest !== undefined && (
          <div>
            <h2>
              <Link to={`/rollouts/${latest.id}`}>Rollout of {getVersion(latest.to)}</Link>
            </h2>
            <RolloutReport rollout={latest} problem={null} />
          </div>
        )}
        {known.length > 1 && <PastRollouts rollouts={known} />}
        {releases.data !== null && <Releases list={releases.data} />}
      </div>
    </Page>
  )
}

function State({ app }: { readonly app: OverviewApp }) {
  const { name, team, stable, published, fallback, off, frozen } = app
  return (
    <>
      <Summary>{describeVersions(app).replace(/^./, (first) => first.toUpperCase())}.</Summary>
      {off !== null && <p className={styles.warning}>Turned off: {off}</p>}
      {frozen !== null && <p className={styles.warning}>Frozen, no rollout starts or grows: {frozen}</p>}
      <p className={styles.facts}>
        {team !== '' && `Owner: ${team}. `}
        {stable !== null && (
          <>
            Stable is <ReleaseName remote={name} id={stable} />
            {published && `, published ${formatDateTime(published.at)} by ${published.by}`}.{' '}
          </>
        )}
        {fallback !== null && (
          <>
            Where the release fails to load, pages show <ReleaseName remote={name} id={fallback} />.{' '}
          </>
        )}
        <Link to={`/log?remote=${name}`}>Its events in the log</Link>
      </p>
      <div className={styles.actions}>
        <Actions app={app} />
      </div>
    </>
  )
}

/** Who gets which version: the ids are in the links below. */
function describeVersions(app: OverviewApp): string {
  return describeVisitors(app).replaceAll(/-[0-9a-f]{8}\b/g, '')
}

function PastRollouts({ rollouts }: { readonly rollouts: readonly Rollout[] }) {
  return (
    <Section id="rollouts" heading="Rollouts">
      <Table
        caption="Rollouts, newest first"
        isCaptionHidden
        columns={rolloutColumns}
        rows={rollouts}
        getKey={({ id }) => id}
      />
    </Section>
  )
}

const rolloutColumns: readonly Column<Rollout>[] = [
  {
    name: 'Release',
    render: ({ id, to }) => <Link to={`/rollouts/${id}`}>{getVersion(to)}</Link>,
    value: ({ to }) => to,
  },
  { name: 'Status', render: ({ status }) => status.replace('-', ' '), value: ({ status }) => status },
  {
    ...createNumberColumn('Share', ({ share }) => share),
    render: (rollout) => (isActive(rollout) ? formatShare(rollout.share) : ''),
  },
  { name: 'Plan', value: ({ plan }) => plan.name },
  createTimeColumn('Started', ({ startedAt }) => startedAt),
  { name: 'By', value: ({ startedBy }) => startedBy },
  { name: 'Reason', render: ({ reason }) => reason },
]

type Release = RemoteReleases['releases'][number]

function Releases({ list }: { readonly list: RemoteReleases }) {
  const { remote, stable, fallback, canary, releases } = list
  const roles = [
    { id: stable, role: 'stable' },
    { id: canary, role: 'canary' },
    { id: fallback, role: 'fallback' },
  ]
  const getRole = ({ id, quarantined }: Release) =>
    [
      ...roles.filter((role) => role.id === id).map(({ role }) => role),
      ...(quarantined === null ? [] : [`rolled back: ${quarantined}`]),
    ].join(', ')
  const columns: readonly Column<Release>[] = [
    {
      name: 'Release',
      render: ({ id }) => <ReleaseName remote={remote} id={id} />,
      value: ({ id }) => id,
    },
    { name: 'Role', value: getRole },
    createTimeColumn('Published', ({ publishedAt }) => publishedAt),
    { name: 'By', value: ({ publishedBy }) => publishedBy },
    createNumberColumn('kB', ({ bytes }) => bytes / 1_000),
  ]
  return (
    <Section id="releases" heading="Releases">
      <Table
        caption="Releases, newest first"
        isCaptionHidden
        columns={columns}
        rows={releases}
        getKey={({ id }) => id}
      />
    </Section>
  )
}
