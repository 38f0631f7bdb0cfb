import { Alert } from '@portico/kit/ui/alert.tsx'
import { SearchField } from '@portico/kit/ui/search-field.tsx'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import { OverviewSchema } from '@portico/protocol/rollout/overview-api.ts'
import { useDeferredValue, useState } from 'react'
import { Page } from '../app/page.tsx'
import { useResource } from '../app/use-resource.ts'
import { Table } from '../ui/table.tsx'
import { useNow } from '../ui/use-now.ts'
import { createColumns } from './overview-columns.tsx'
import styles from './overview-page.module.css'
import { sortByUrgency, summarize } from './rank-app.ts'

/** What visitors get of every app, with problems first. */
export function OverviewPage() {
  const { data, problem } = useResource(consolePaths.overview, OverviewSchema)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text).trim().toLowerCase()
  const now = useNow()
  const apps = data?.apps ?? []
  const shown = apps.filter(({ name, team }) => `${name} ${team}`.toLowerCase().includes(wanted))
  return (
    <Page
      title="Overview"
      heading={data === null ? 'Overview' : summarize(apps, now)}
      aside={
        <div className={styles.filter}>
          <SearchField label="Filter" text={text} onTextChange={setText} />
        </div>
      }
    >
      <Alert tone="danger">{problem}</Alert>
      {data !== null && (
        <div className={styles.table}>
          <Table
            caption="What visitors get"
            isCaptionHidden
            columns={createColumns(now)}
            rows={sortByUrgency(shown, now)}
            getKey={({ name }) => name}
            csv="overview"
          />
        </div>
      )}
    </Page>
  )
}
