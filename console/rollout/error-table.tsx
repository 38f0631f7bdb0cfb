import { getErrorPlace, type ReleaseError } from '@portico/protocol/rollout/error-api.ts'
import { createNumberColumn, createTimeColumn } from '../ui/columns.ts'
import { type Column, Table } from '../ui/table.tsx'

interface ErrorTableProps {
  readonly errors: readonly ReleaseError[]
  readonly csv: string
}

/** What a release throws in the browsers of visitors, with its place in the sources. */
export function ErrorTable({ errors, csv }: ErrorTableProps) {
  if (errors.length === 0) return <p>No visitor’s browser has reported an error of this release.</p>
  return (
    <Table
      caption="Errors, most visitors first"
      columns={columns}
      rows={errors}
      getKey={(error) => `${error.type} ${error.file}:${error.line}:${error.column}`}
      csv={csv}
    />
  )
}

const columns: readonly Column<ReleaseError>[] = [
  { name: 'Error', value: ({ type }) => type },
  { name: 'Place', render: (error) => <code>{getErrorPlace(error)}</code>, value: getErrorPlace },
  { name: 'Function', value: ({ source }) => source?.function ?? '' },
  createNumberColumn('Canary visitors', ({ canary }) => canary),
  createNumberColumn('Stable visitors', ({ stable }) => stable),
  { name: 'Page', value: ({ page }) => page },
  { name: 'Browsers', value: ({ browsers }) => browsers.join(', ') },
  createTimeColumn('First seen', ({ firstSeenAt }) => firstSeenAt),
  createTimeColumn('Last seen', ({ lastSeenAt }) => lastSeenAt),
]
