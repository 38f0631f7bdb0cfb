import { Link } from '@portico/shared/contract/router.ts'
import { chunkOf, useChunk } from '../chunk/use-chunk.ts'
import { loadCatalogue } from '../data/load-catalogue.ts'
import type { Row } from '../data/schema.ts'
import { addressOf, rowId } from '../entries/entry.ts'
import styles from './facts.module.css'

const catalogue = chunkOf(loadCatalogue)

/** Where the answer of a row goes on: operations that take what it gives. */
export function Feeds({ row: { feeds = [] } }: { readonly row: Row }) {
  const chunk = useChunk(catalogue, feeds.length > 0)
  if (chunk.status !== 'loaded' || feeds.length === 0) return null
  const targets = chunk.part.flatMap(({ path, rows }) =>
    rows.filter(({ code }) => feeds.includes(code)).map((row) => ({ path, id: rowId(row), name: row.name })),
  )
  return (
    <p className={styles.fact}>
      <span className={styles.label}>Use the answer in</span>{' '}
      {targets.map(({ path, id, name }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <Link to={addressOf({ path, id })}>{name}</Link>
        </span>
      ))}
    </p>
  )
}
