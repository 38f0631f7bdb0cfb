import { content as projects } from '../../content/projects.content.ts'
import { hasSampleContent } from '../first-run/has-sample-content.build.ts'
import { HomePage } from './home-page.tsx'

/** `/` and `/home` with the owner's projects. */
export function Component() {
  return <HomePage projects={projects} hasSampleContent={hasSampleContent} />
}
