import type { ApiTarget } from '@portico/shared/api/api-target.ts'
import { Button } from '@portico/shared/ui/button.tsx'
import { useState } from 'react'
import { type Entry, getEntryName } from '../model/entry.ts'
import type { RequestFormState } from '../request/form/use-request-form.ts'
import { createLazyModule, type LazyModule, useLazyModule } from '../ui/lazy-module.ts'
import { LoadError } from '../ui/load-error.tsx'

const tryItModule: LazyModule<typeof import('../try-it/try-it.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "try-it" */ '../try-it/try-it.tsx'),
)

interface LazyTryItProps {
  readonly entry: Entry
  readonly form: RequestFormState
  readonly target: ApiTarget
}

/** A button that loads and opens the try-it panel. */
export function LazyTryIt(props: LazyTryItProps) {
  const [isRequested, setRequested] = useState(false)
  const tryIt = useLazyModule(tryItModule, isRequested)
  if (isRequested && tryIt.status === 'loaded') return <tryIt.module.TryIt {...props} />
  if (isRequested && tryIt.status === 'failed') return <LoadError what="This panel" retry={tryIt.retry} />
  return (
    <Button tone="secondary" busy={isRequested ? 'Loading...' : null} onClick={() => setRequested(true)}>
      Try {getEntryName(props.entry)}
    </Button>
  )
}
