import { useContent } from '@portico/kit/contract/use-content.ts'
import { BotSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { ProjectQrPage } from './project-qr-page.tsx'

/** `/projects/:name/qr` of the owner's bots. */
export function Component() {
  return <ProjectQrPage bot={useContent(selections.bot, BotSchema).bot} />
}
