import type { Values } from '@portico/shared/api/validate-values.ts'
import { useLocation } from '@portico/shared/contract/router.ts'
import { Button } from '@portico/shared/ui/button.tsx'
import { useContext, useEffect, useRef, useState } from 'react'
import { readPrefill } from '../chaining/prefill.ts'
import { PrefillNote } from '../chaining/prefill-note.tsx'
import { type Entry, getEntryName } from '../model/entry.ts'
import { getPreviewKind } from '../preview/preview-kind.ts'
import { RequestForm } from '../request/form/request-form.tsx'
import { type RequestFormState, useRequestForm } from '../request/form/use-request-form.ts'
import { type ApiTarget, useApiTarget } from '../request/use-api-target.ts'
import { SamplePanel } from '../samples/sample-panel.tsx'
import { createLazyModule, type LazyModule, useLazyModule } from '../ui/lazy-module.ts'
import { LoadError } from '../ui/load-error.tsx'
import styles from './endpoint-detail.module.css'
import { EndpointFacts } from './endpoint-facts.tsx'
import { RequestedTryContext } from './requested-try.ts'

const previewModule: LazyModule<typeof import('../preview/preview.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "preview" */ '../preview/preview.tsx'),
)

const tryItModule: LazyModule<typeof import('../try-it/try-it.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "try-it" */ '../try-it/try-it.tsx'),
)

/** The details of an entry: its facts, a request form, and code samples. */
export function EndpointDetail({ entry }: { readonly entry: Entry }) {
  const target = useApiTarget()
  const { state } = useLocation()
  const [prefill] = useState(() => readPrefill(state, entry.row))
  const form = useRequestForm(entry, target.base, prefill?.values)
  const name = getEntryName(entry)
  const requestedTry = useContext(RequestedTryContext)
  const isTryRequested = requestedTry?.id === entry.id
  const tryHeading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another press leads to the open panel again
  useEffect(() => {
    if (!isTryRequested) return
    tryHeading.current?.scrollIntoView({ block: 'start' })
    tryHeading.current?.focus({ preventScroll: true })
  }, [isTryRequested, requestedTry])
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
        <h2 ref={tryHeading} className={styles.heading} tabIndex={-1}>
          Try it
        </h2>
        <LazyTryIt entry={entry} form={form} target={target} isOpen={isTryRequested} />
      </div>
    </section>
  )
}

interface LazyPreviewProps {
  readonly entry: Entry
  readonly values: Values
}

/** The preview of an entry, if it has one. Omitted if its code fails to load. */
function LazyPreview({ entry, values }: LazyPreviewProps) {
  const hasPreview = getPreviewKind(entry) !== null
  const preview = useLazyModule(previewModule, hasPreview)
  if (!hasPreview || preview.status !== 'loaded') return null
  return <preview.module.Preview entry={entry} values={values} />
}

interface LazyTryItProps {
  readonly entry: Entry
  readonly form: RequestFormState
  readonly target: ApiTarget
  /** True: without a press on the button. */
  readonly isOpen: boolean
}

/** A button that loads and opens the try-it panel. */
function LazyTryIt({ isOpen, ...props }: LazyTryItProps) {
  const [isPressed, setPressed] = useState(false)
  const isRequested = isOpen || isPressed
  const tryIt = useLazyModule(tryItModule, isRequested)
  if (isRequested && tryIt.status === 'loaded') return <tryIt.module.TryIt {...props} />
  if (isRequested && tryIt.status === 'failed') return <LoadError what="This panel" retry={tryIt.retry} />
  return (
    <Button tone="secondary" busy={isRequested ? 'Loading...' : null} onClick={() => setPressed(true)}>
      Try {getEntryName(props.entry)}
    </Button>
  )
}
