import type { Values } from '@portico/kit/api/validate-values.ts'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from '../model/entry.ts'
import { createLazyModule, type LazyModule, useLazyModule } from '../ui/lazy-module.ts'
import { LoadError } from '../ui/load-error.tsx'
import { type EnteredValues, nothingEntered, readEnteredValues, restoreFocus } from './entered-values.ts'
import { InstantPanel } from './instant-panel.tsx'
import styles from './lazy-endpoint-detail.module.css'

/** The details of an entry, with its request form. */
export const detailModule: LazyModule<typeof import('./endpoint-detail.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "endpoint-detail" */ './endpoint-detail.tsx'),
)

interface LazyEndpointDetailProps {
  readonly entry: Entry
  /** False: the panel is prerendered, and hidden unless the visitor opens it before React does. */
  readonly isOpen?: boolean
  /** Values that the form starts with instead of the example. */
  readonly values?: Values
}

/** The details of an entry. Until their code has loaded, they are an instant panel, whose values they take over. */
export function LazyEndpointDetail({ entry, isOpen = true, values }: LazyEndpointDetailProps) {
  const detail = useLazyModule(detailModule, isOpen)
  const box = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isReady = isOpen && detail.status === 'loaded'
  const entered = useEnteredValues(isReady, { box, form })
  return (
    <div ref={box} className={styles.detail}>
      {isOpen && detail.status === 'failed' && <LoadError what="The details" retry={detail.retry} />}
      {isReady && entered ? (
        <detail.module.EndpointDetail entry={entry} values={{ ...values, ...entered.values }} />
      ) : (
        <InstantPanel ref={form} entry={entry} values={values} />
      )}
    </div>
  )
}

interface Elements {
  readonly box: RefObject<HTMLElement | null>
  readonly form: RefObject<HTMLFormElement | null>
}

/** What the visitor has entered into the instant panel, once the details are ready to replace it; null until then. */
function useEnteredValues(isReady: boolean, { box, form }: Elements): EnteredValues | null {
  const [entered, setEntered] = useState(isReady ? nothingEntered : null)
  if (!isReady && entered !== null) setEntered(null)
  useLayoutEffect(() => {
    if (isReady) setEntered((known) => known ?? readEnteredValues(form.current))
  }, [isReady, form])
  useLayoutEffect(() => {
    if (entered?.focused && box.current) restoreFocus(box.current, entered.focused)
  }, [entered, box])
  return entered
}
