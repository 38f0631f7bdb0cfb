import { aboutContent } from '@portico/kit/content/pages/about.ts'
import { useContent } from '../../content/use-content.ts'
import { AboutPage } from './about-page.tsx'

/** `/about` with the owner's content. */
export function Component() {
  return <AboutPage content={useContent(aboutContent)} />
}
