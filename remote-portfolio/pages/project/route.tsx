import { useContent } from '@portico/kit/contract/use-content.ts'
import { ProjectPageSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { ProjectPage } from './project-page.tsx'

/** `/projects/:name` with the owner's content. */
export function Component() {
  return <ProjectPage project={useContent(selections.project, ProjectPageSchema).project} />
}
