import { useContent } from '@portico/kit/contract/use-content.ts'
import { FirstRunSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { FirstRunPage } from './first-run-page.tsx'

/** `/first-run` with the owner's files. */
export function Component() {
  return <FirstRunPage content={useContent(selections.firstRun, FirstRunSchema)} />
}
