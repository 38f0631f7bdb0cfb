import { content as story } from '../../content/about.content.ts'
import { content as projects } from '../../content/projects.content.ts'
import { content as timeline } from '../../content/timeline.content.ts'
import { AboutPage } from './about-page.tsx'

/** `/about` with the owner's content. */
export function Component() {
  return <AboutPage story={story} timeline={timeline} projectCount={projects.length} />
}
