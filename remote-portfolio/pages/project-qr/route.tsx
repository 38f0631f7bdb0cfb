import { content as projects } from '../../content/projects.content.ts'
import { ProjectQrPage } from './project-qr-page.tsx'

/** `/projects/:name/qr` with the owner's projects. */
export function Component() {
  return <ProjectQrPage projects={projects} />
}
