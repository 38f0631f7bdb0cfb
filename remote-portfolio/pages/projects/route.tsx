import { useContent } from '@portico/kit/contract/use-content.ts'
import { ProjectsSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { ProjectsPage } from './projects-page.tsx'

/** `/projects` with the owner's projects. */
export function Component() {
  return <ProjectsPage content={useContent(selections.projects, ProjectsSchema)} />
}
