import { useContent } from '@portico/kit/contract/use-content.ts'
import { AboutSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { AboutPage } from './about-page.tsx'

/** `/about` with the owner's content. */
export function Component() {
  return <AboutPage content={useContent(selections.about, AboutSchema)} />
}
