import { useLocation } from '@portico/shared/contract/router.ts'
import { useState } from 'react'
import { carriedIn } from '../chaining/prefill.ts'
import { CameAlong } from '../chaining/prefill-note.tsx'
import { type Entry, nameOf } from '../model/entry.ts'
import { BuilderForm } from '../request/form/request-form.tsx'
import { useBuilder } from '../request/form/use-request-form.ts'
import { useProvider } from '../request/use-api-target.ts'
import { SamplePanel } from '../samples/sample-panel.tsx'
import styles from './endpoint-detail.module.css'
import { Facts } from './endpoint-facts.tsx'
import { PreviewSlot } from './lazy-preview.tsx'
import { TrySlot } from './lazy-try-it.tsx'

/** All about an entry: what is known of it, a form that makes its request, and samples of that. */
export function Detail({ entry }: { readonly entry: Entry }) {
  const provider = useProvider()
  const { state } = useLocation()
  const [carried] = useState(() => carriedIn(state, entry.row))
  const builder = useBuilder(entry, provider.base, carried?.values)
  const name = nameOf(entry)
  return (
    <section className={styles.detail} aria-label={name} data-detail>
      <Facts entry={entry} provider={provider} />
      <div className={styles.columns}>
        <section aria-label={`Parameters of ${name}`}>
          <h2 className={styles.heading}>Request</h2>
          <CameAlong carried={carried} />
          <BuilderForm entry={entry} builder={builder} />
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
      <PreviewSlot entry={entry} values={builder.values} />
      <div className={styles.tryIt}>
        <h2 className={styles.heading}>Try it</h2>
        <TrySlot entry={entry} builder={builder} provider={provider} />
      </div>
    </section>
  )
}
