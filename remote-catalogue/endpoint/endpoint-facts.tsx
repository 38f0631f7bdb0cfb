import type { ApiTarget } from '@portico/shared/api/api-target.ts'
import type { ReactNode } from 'react'
import type { Row } from '../data/schema.ts'
import { FavouriteButton } from '../favourites/favourite-button.tsx'
import { type Entry, getEntryName, getEntryPath } from '../model/entry.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ChainedEndpoints } from './chained-endpoints.tsx'
import styles from './endpoint-facts.module.css'

const outputNames: Readonly<Record<Row['output'], string>> = {
  json: 'data (JSON)',
  image: 'a picture',
  gif: 'a moving picture',
  file: 'a file, or data with a link to it',
}

interface EndpointFactsProps {
  readonly entry: Entry
  readonly target: ApiTarget
}

/** What is known of an entry beside its parameters. */
export function EndpointFacts({ entry, target }: EndpointFactsProps) {
  const { row, variant } = entry
  const param = row.variants?.param
  return (
    <div className={styles.facts}>
      {variant && param !== 'code' && (
        <Fact label="Fixed here">
          <code>
            {param}={variant.value}
          </code>
          , {variant.name}
        </Fact>
      )}
      <Fact label="Answers with">
        {outputNames[row.output]}
        {row.paid && '; for paid users only'}
      </Fact>
      <Fact label="Also found as">{(variant?.keywords ?? row.keywords).join(', ')}</Fact>
      <ChainedEndpoints row={row} />
      {row.privacy && <Fact label="About a person">{row.privacy}</Fact>}
      {target.isSandbox && (
        <Fact label="Where it goes">
          to the sandbox of this site, <code>{target.base}</code>, which stands in for the provider
        </Fact>
      )}
      <Fact label="Address of this row">
        <span className={styles.address}>{getEntryPath(entry)}</span>
        <CopyButton
          text={new URL(getEntryPath(entry), location.origin).href}
          name={`the address of ${getEntryName(entry)}`}
          onRefused={() => {}}
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
