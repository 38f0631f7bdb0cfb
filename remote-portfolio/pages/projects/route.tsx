import { projectsContent } from '@portico/kit/content/pages/projects.ts'
import { useContent } from '../../content/use-content.ts'
import { ProjectsPage } from './projects-page.tsx'

/** `/projects` with the owner's projects. */
export function Component() {
  return <ProjectsPage content={useContent(projectsContent)} />
}
