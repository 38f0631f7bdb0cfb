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
  const target = useApiTarget()
  const { state } = useLocation()
  const [prefill] = useState(() => readPrefill(state, entry.row))
  const form = useRequestForm(entry, target.base, prefill?.values)
  const name = getEntryName(entry)
  return (
    <section className={styles.detail} aria-label={name}>
      <EndpointFacts entry={entry} target={target} />
      <div className={styles.columns}>
        <section aria-label={`Parameters of ${name}`}>
          <h2 className={styles.heading}>Request</h2>
          <PrefillNote prefill={prefill} />
          <RequestForm entry={entry} form={form} />
        </section>
        <section aria-label={`Samples of ${name}`}>
          <h2 className={styles.heading}>Samples</h2>
          <SamplePanel
            request={form.request}
            output={entry.row.output}
            entryName={name}
            isBlocked={form.isBlocked}
          />
        </section>
      </div>
      <LazyPreview entry={entry} values={form.values} />
      <div className={styles.tryIt}>
        <h2 className={styles.heading}>Try it</h2>
        <LazyTryIt entry={entry} form={form} target={target} />
      </div>
    </section>
  )
}
