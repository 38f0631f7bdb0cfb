import { useLocation } from '@portico/shared/contract/router.ts'
import { useState } from 'react'
import { readPrefill } from '../chaining/prefill.ts'
import { PrefillNote } from '../chaining/prefill-note.tsx'
import { type Entry, getEntryName } from '../model/entry.ts'
import { RequestForm } from '../request/form/request-form.tsx'
import { useRequestForm } from '../request/form/use-request-form.ts'
import { useApiTarget } from '../request/use-api-target.ts'
import { SamplePanel } from '../samples/sample-panel.tsx'
import styles from './endpoint-detail.module.css'
import { EndpointFacts } from './endpoint-facts.tsx'
import { LazyPreview } from './lazy-preview.tsx'
import { LazyTryIt } from './lazy-try-it.tsx'

/** The details of an entry: its facts, a request form, and code samples. */
export function EndpointDetail({ entry }: { readonly entry: Entry }) {
  const provider = useApiTarget()
  const { state } = useLocation()
  const [carried] = useState(() => readPrefill(state, entry.row))
  const builder = useRequestForm(entry, provider.base, carried?.values)
  const name = getEntryName(entry)
  return (
    <section className={styles.detail} aria-label={name}>
      <EndpointFacts entry={entry} target={provider} />
      <div className={styles.columns}>
        <section aria-label={`Parameters of ${name}`}>
          <h2 className={styles.heading}>Request</h2>
          <PrefillNote carried={carried} />
          <RequestForm entry={entry} form={builder} />
        </section>
        <section aria-label={`Samples of ${name}`}>
          <h2 className={styles.heading}>Samples</h2>
          <SamplePanel
            request={builder.request}
            output={entry.row.output}
            of={name}
            isBlocked={builder.isBlocked}
          />
        </section>
      </div>
      <LazyPreview entry={entry} values={builder.values} />
      <div className={styles.tryIt}>
        <h2 className={styles.heading}>Try it</h2>
        <LazyTryIt entry={entry} form={builder} target={provider} />
      </div>
    </section>
  )
}
