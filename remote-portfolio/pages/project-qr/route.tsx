import { projectQrContent } from '@portico/kit/content/pages/project-qr.ts'
import { useContent } from '../../content/use-content.ts'
import { ProjectQrPage } from './project-qr-page.tsx'

/** `/projects/:name/qr` of the owner's bots. */
export function Component() {
  return <ProjectQrPage bot={useContent(projectQrContent)} />
}
