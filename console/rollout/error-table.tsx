import { formatDateTime, formatNumber } from '@portico/kit/format.ts'
import { getErrorPlace, type ReleaseError } from '@portico/protocol/rollout/error-api.ts'
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
  { name: 'Error', render: ({ type }) => type, value: ({ type }) => type },
  { name: 'Place', render: (error) => <code>{getErrorPlace(error)}</code>, value: getErrorPlace },
  text('Function', ({ source }) => source?.function ?? ''),
  count('Canary visitors', ({ canary }) => canary),
  count('Stable visitors', ({ stable }) => stable),
  text('Page', ({ page }) => page),
  text('Browsers', ({ browsers }) => browsers.join(', ')),
  time('First seen', ({ firstSeenAt }) => firstSeenAt),
  time('Last seen', ({ lastSeenAt }) => lastSeenAt),
]

function text(name: string, value: (error: ReleaseError) => string): Column<ReleaseError> {
  return { name, value, render: value }
}

function count(name: string, value: (error: ReleaseError) => number): Column<ReleaseError> {
  return { name, value, isNumber: true, render: (error) => formatNumber(value(error)) }
}

function time(name: string, value: (error: ReleaseError) => number): Column<ReleaseError> {
  return {
    name,
    value: (error) => new Date(value(error)).toISOString(),
    render: (error) => formatDateTime(value(error)),
  }
}
