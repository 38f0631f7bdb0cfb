import type { Values } from '@portico/kit/api/validate-values.ts'
import { useLocation, useSearchParams } from '@portico/kit/contract/router.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { readPrefill } from '../chaining/prefill.ts'
import { PrefillNote } from '../chaining/prefill-note.tsx'
import { getPreviewKind } from '../data/preview-kind.ts'
import { type Entry, getEntryName } from '../model/entry.ts'
import { RequestForm } from '../request/form/request-form.tsx'
import { readSharedRequest } from '../request/form/request-link.ts'
import { type RequestFormState, useRequestForm } from '../request/form/use-request-form.ts'
import { type ApiTarget, useApiTarget } from '../request/use-api-target.ts'
import { SamplePanel } from '../samples/sample-panel.tsx'
import type { UploadedImage } from '../try-it/upload/uploaded-image.ts'
import { useLazyModule } from '../ui/lazy-module.ts'
import { LoadError } from '../ui/load-error.tsx'
import { AboutEndpoint } from './about-endpoint.tsx'
import styles from './endpoint-detail.module.css'
import { previewModule, tryItModule } from './panel-modules.ts'
import { TryItRequestContext } from './try-it-request.ts'

interface EndpointDetailProps {
  readonly entry: Entry
  /** Values that the form starts with instead of the example. */
  readonly values?: Values | undefined
}

/** The details of an entry: the request, its response, a preview and code samples. Read-only parts come last. */
export function EndpointDetail({ entry, values }: EndpointDetailProps) {
  const target = useApiTarget()
  const { form, prefill } = usePrefilledForm(entry, target, values)
  const [image, setImage] = useState<UploadedImage | null>(null)
  const name = getEntryName(entry)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnTry(heading, entry.id)
  const previewKind = getPreviewKind(entry)
  const preview = previewKind !== null && (
    <LazyPreview
      entry={entry}
      values={form.values}
      image={target.isSandbox ? (image?.file ?? null) : undefined}
    />
  )
  // Forty text styles need the whole width.
  const isGallery = previewKind === 'text-styles' && entry.variant === null
  return (
    <section className={styles.detail} aria-label={name}>
      <div className={styles.columns}>
        <section aria-label={`Request to ${name}`}>
          <h2 ref={heading} className={styles.heading} tabIndex={-1}>
            Try it
          </h2>
          <PrefillNote prefill={prefill} />
          <RequestForm entry={entry} form={form} />
          <div className={styles.tryIt}>
            <LazyTryIt entry={entry} form={form} target={target} image={image} onImageChange={setImage} />
          </div>
        </section>
        <div className={styles.side}>
          {!isGallery && preview}
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
      </div>
      {isGallery && preview}
      <AboutEndpoint entry={entry} />
    </section>
  )
}

/** Moves the focus to the request when the visitor has pressed "Try it" of the entry. */
function useFocusOnTry(heading: RefObject<HTMLElement | null>, entryId: string): void {
  const tryItRequest = useContext(TryItRequestContext)
  const isTryRequested = tryItRequest?.id === entryId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another press leads to the open panel again
  useEffect(() => {
    if (!isTryRequested) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [heading, isTryRequested, tryItRequest])
}

/** The form with the values that the visitor came with: of a response, or of a link to a request. */
function usePrefilledForm(entry: Entry, target: ApiTarget, typed: Values | undefined) {
  const { state } = useLocation()
  const [query] = useSearchParams()
  const [{ prefill, extras }] = useState(() => {
    const shared = readSharedRequest(query, entry.row)
    const link = Object.keys(shared.values).length > 0 ? { from: 'the link', values: shared.values } : null
    return { prefill: readPrefill(state, entry.row) ?? link, extras: shared.extras }
  })
  return {
    prefill,
    form: useRequestForm(entry, target.base, { values: { ...typed, ...prefill?.values }, extras }),
  }
}

interface LazyPreviewProps {
  readonly entry: Entry
  readonly values: Values
  readonly image: File | null | undefined
}

/** The preview of an entry. Omitted if its code fails to load. */
function LazyPreview(props: LazyPreviewProps) {
  const preview = useLazyModule(previewModule)
  return preview.status === 'loaded' && <preview.module.Preview {...props} />
}

interface LazyTryItProps {
  readonly entry: Entry
  readonly form: RequestFormState
  readonly target: ApiTarget
  readonly image: UploadedImage | null
  readonly onImageChange: (image: UploadedImage | null) => void
}

/** The try-it panel. Its code loads with the details; until then, a placeholder reserves the space. */
function LazyTryIt(props: LazyTryItProps) {
  const tryIt = useLazyModule(tryItModule)
  if (tryIt.status === 'loaded') return <tryIt.module.TryIt {...props} />
  if (tryIt.status === 'failed') return <LoadError what="This panel" retry={tryIt.retry} />
  return <Button busy="Loading...">Send</Button>
}
