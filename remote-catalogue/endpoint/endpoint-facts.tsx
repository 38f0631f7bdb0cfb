import type { ReactNode } from 'react'
import type { Row } from '../data/schema.ts'
import { FavouriteButton } from '../favourites/favourite-button.tsx'
import { type Entry, getEntryName, getEntryPath } from '../model/entry.ts'
import type { ApiTarget } from '../request/use-api-target.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ChainedEndpoints } from './chained-endpoints.tsx'
import styles from './endpoint-facts.module.css'

const outputNames: Readonly<Record<Row['output'], string>> = {
  json: 'data (JSON)',
  image: 'an image',
  gif: 'an animated image',
  file: 'a file, or data with a link to it',
}

interface EndpointFactsProps {
  readonly entry: Entry
  readonly target: ApiTarget
}

/** The facts about an entry, apart from its parameters. */
export function EndpointFacts({ entry, target }: EndpointFactsProps) {
  const { row, variant } = entry
  const param = row.variants?.param
  return (
    <div className={styles.facts}>
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
      {row.privacy && <Fact label="Privacy">{row.privacy}</Fact>}
      {target.isSandbox && (
        <Fact label="Sent to">
          this site’s sandbox, <code>{target.base}</code>
        </Fact>
      )}
      <Fact label="Link to this endpoint">
        <span className={styles.address}>{getEntryPath(entry)}</span>
        <CopyButton
          text={new URL(getEntryPath(entry), location.origin).href}
          name={`the link to ${getEntryName(entry)}`}
          onBlocked={() => {}}
        />
      </Fact>
      <div className={styles.action}>
        <FavouriteButton entry={entry} />
      </div>
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
