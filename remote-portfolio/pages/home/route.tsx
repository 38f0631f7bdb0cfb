import { homeContent } from '@portico/kit/content/pages/home.ts'
import { useContent } from '../../content/use-content.ts'
import { HomePage } from './home-page.tsx'

/** `/` and `/home` with the owner's projects. */
export function Component() {
  return <HomePage content={useContent(homeContent)} />
}
