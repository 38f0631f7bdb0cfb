import { content as projects } from '../../content/projects.content.ts'
import { content as timeline } from '../../content/timeline.content.ts'
import { CvPage } from './cv-page.tsx'

/** `/cv` with the owner's content. */
export function Component() {
  return <CvPage projects={projects} timeline={timeline} />
}
