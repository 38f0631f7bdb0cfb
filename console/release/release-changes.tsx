import { formatNumber } from '@portico/kit/format.ts'
import { Section } from '@portico/kit/ui/section.tsx'
import type { ReleaseDetail } from '@portico/protocol/publish/release-detail.ts'
import { createSizeColumn } from '../ui/columns.ts'
import { ReleaseName } from '../ui/release-name.tsx'
import { type Column, Table } from '../ui/table.tsx'
import styles from './release.module.css'

type Previous = NonNullable<ReleaseDetail['previous']>

interface ReleaseChangesProps {
  readonly remote: string
  readonly previous: Previous
  readonly csv: string
}

/** What a release changes compared with the previous one. */
export function ReleaseChanges({ remote, previous, csv }: ReleaseChangesProps) {
  const { id, files, manifest, shared, newBytes } = previous
  const changed = files.filter(({ before, after }) => before !== after)
  return (
    <Section id="changes" heading="Changes">
      <p className={styles.lead}>
        Compared with <ReleaseName remote={remote} id={id} />. A visitor who has that one downloads{' '}
        {formatNumber(newBytes / 1_000, 1)} kB for the entry and all pages, uncompressed.
      </p>
      {changed.length === 0 ? (
        <p className={styles.lead}>No file changed its size.</p>
      ) : (
        <Table
          caption={`Files that changed their size: ${changed.length} of ${files.length}`}
          columns={fileColumns}
          rows={changed}
          getKey={({ name }) => name}
          csv={`${csv}-changes`}
        />
      )}
      {manifest.length > 0 && <Members caption="Manifest" rows={manifest} />}
      {shared.length > 0 && <Members caption="Shared packages" rows={shared} />}
    </Section>
  )
}

type File = Previous['files'][number]

const fileColumns: readonly Column<File>[] = [
  { name: 'File', value: ({ name }) => name },
  createSizeColumn('Before, kB', ({ before }) => before),
  createSizeColumn('After, kB', ({ after }) => after),
  createSizeColumn('Difference, kB', ({ before, after }) => (after ?? 0) - (before ?? 0)),
]

type Member = Previous['manifest'][number]

function Members({ caption, rows }: { readonly caption: string; readonly rows: readonly Member[] }) {
  return <Table caption={caption} columns={memberColumns} rows={rows} getKey={({ name }) => name} />
}

const memberColumns: readonly Column<Member>[] = [
  { name: 'Name', value: ({ name }) => name },
  { name: 'Before', render: ({ before }) => <code>{before ?? '–'}</code> },
  { name: 'After', render: ({ after }) => <code>{after ?? '–'}</code> },
]
