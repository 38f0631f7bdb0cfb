import { Link } from '@portico/kit/contract/router.ts'
import type { ReactNode } from 'react'
import { useChainTargets } from '../chaining/use-chain-targets.ts'
import type { Row } from '../data/schema.ts'
import { FavouriteButton } from '../favourites/favourite-button.tsx'
import { type Entry, getEntryName, getEntryPath } from '../model/entry.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import styles from './about-endpoint.module.css'

const outputNames: Readonly<Record<Row['output'], string>> = {
  json: 'data (JSON)',
  image: 'an image',
  gif: 'an animated image',
  file: 'a file, or data with a link to it',
}

/** What is known about an entry, apart from its parameters. Closed at first, because few visitors need it. */
export function AboutEndpoint({ entry }: { readonly entry: Entry }) {
  const { row, variant } = entry
  const param = row.variants?.param
  return (
    <div className={styles.about}>
      <details className={styles.facts}>
        <summary>About this endpoint</summary>
        {variant && param !== 'code' && (
          <Fact label="Fixed value">
            <code>
              {param}={variant.value}
            </code>
            , {variant.name}
          </Fact>
        )}
        <Fact label="Returns">
          {outputNames[row.output]}
          {row.paid && '; for paid users only'}
        </Fact>
        <Fact label="Aliases">{(variant?.keywords ?? row.keywords).join(', ')}</Fact>
        <ChainedEndpoints row={row} />
        <Fact label="Link to this endpoint">
          <span className={styles.address}>{getEntryPath(entry)}</span>
          <CopyButton
            text={new URL(getEntryPath(entry), location.origin).href}
            name={`the link to ${getEntryName(entry)}`}
            onBlocked={() => {}}
          />
        </Fact>
      </details>
      <FavouriteButton entry={entry} />
    </div>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <p className={styles.fact}>
      <span className={styles.label}>{label}</span> {children}
    </p>
  )
}

/** Links to the operations that take a value from this response. */
function ChainedEndpoints({ row }: { readonly row: Row }) {
  const targets = useChainTargets(row)
  if (targets.length === 0) return null
  return (
    <p className={styles.fact}>
      <span className={styles.label}>Use the response in</span>{' '}
      {targets.map(({ path, name }, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <Link to={path}>{name}</Link>
        </span>
      ))}
    </p>
  )
}
