import { content as caseStudies } from '../../content/case-studies.content.ts'
import { content as projects } from '../../content/projects.content.ts'
import { ProjectPage } from './project-page.tsx'

/** `/projects/:name` with the owner's content. */
export function Component() {
  return <ProjectPage projects={projects} caseStudies={caseStudies} />
}
