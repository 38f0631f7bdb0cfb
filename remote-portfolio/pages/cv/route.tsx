import { useContent } from '@portico/kit/contract/use-content.ts'
import { CvSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { CvPage } from './cv-page.tsx'

/** `/cv` with the owner's content. */
export function Component() {
  return <CvPage content={useContent(selections.cv, CvSchema)} />
}
