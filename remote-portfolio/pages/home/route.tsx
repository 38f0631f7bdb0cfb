import { content as projects } from '../../content/projects.content.ts'
import { HomePage } from './home-page.tsx'

/** `/` and `/home` with the owner's projects. */
export function Component() {
  return <HomePage projects={projects} />
}
