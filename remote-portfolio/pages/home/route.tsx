import { useContent } from '@portico/kit/contract/use-content.ts'
import { HomeSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { HomePage } from './home-page.tsx'

/** `/` and `/home` with the owner's projects. */
export function Component() {
  return <HomePage content={useContent(selections.home, HomeSchema)} />
}
