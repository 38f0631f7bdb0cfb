import { content as projects } from '../../content/projects.content.ts'
import { ProjectsPage } from './projects-page.tsx'

/** `/projects` with the owner's projects. */
export function Component() {
  return <ProjectsPage projects={projects} />
}
