import type { Values } from '@portico/kit/api/validate-values.ts'
import type { Entry } from '../model/entry.ts'
import { createLazyModule, type LazyModule, useLazyModule } from '../ui/lazy-module.ts'
import { LoadError } from '../ui/load-error.tsx'
import styles from './lazy-endpoint-detail.module.css'

/** The details of an entry, with its request form. */
export const detailModule: LazyModule<typeof import('./endpoint-detail.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "endpoint-detail" */ './endpoint-detail.tsx'),
)

interface LazyEndpointDetailProps {
  readonly entry: Entry
  /** Values that the form starts with instead of the example. */
  readonly values?: Values
}

/** The details of an entry. Their code is loaded when the first entry is opened. */
export function LazyEndpointDetail(props: LazyEndpointDetailProps) {
  const detail = useLazyModule(detailModule)
  return (
    <div className={styles.detail}>
      {detail.status === 'failed' && <LoadError what="The details" retry={detail.retry} />}
      {detail.status === 'loading' && <p className={styles.loading}>Loading...</p>}
      {detail.status === 'loaded' && <detail.module.EndpointDetail {...props} />}
    </div>
  )
}
