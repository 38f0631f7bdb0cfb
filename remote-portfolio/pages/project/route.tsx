import { projectContent } from '@portico/kit/content/pages/project.ts'
import { useContent } from '../../content/use-content.ts'
import { ProjectPage } from './project-page.tsx'

/** `/projects/:name` with the owner's content. */
export function Component() {
  return <ProjectPage project={useContent(projectContent)} />
}
