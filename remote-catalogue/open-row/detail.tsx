import { useLocation } from '@portico/shared/contract/router.ts'
import { useState } from 'react'
import { BuilderForm } from '../builder/builder-form.tsx'
import { useBuilder } from '../builder/use-builder.ts'
import { type Entry, nameOf } from '../entries/entry.ts'
import { CameAlong } from '../feeds/came-along.tsx'
import { carriedIn } from '../feeds/carried.ts'
import { useProvider } from '../request/use-provider.ts'
import { SamplePanel } from '../sample-panel/sample-panel.tsx'
import styles from './detail.module.css'
import { Facts } from './facts.tsx'
import { PreviewSlot } from './preview-slot.tsx'
import { TrySlot } from './try-slot.tsx'

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
