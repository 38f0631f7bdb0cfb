import { cvContent } from '@portico/kit/content/pages/cv.ts'
import { useContent } from '../../content/use-content.ts'
import { CvPage } from './cv-page.tsx'

/** `/cv` with the owner's content. */
export function Component() {
  return <CvPage content={useContent(cvContent)} />
}
