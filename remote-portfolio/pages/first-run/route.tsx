import { firstRunContent } from '@portico/kit/content/pages/first-run.ts'
import { useContent } from '../../content/use-content.ts'
import { FirstRunPage } from './first-run-page.tsx'

/** `/first-run` with the owner's files. */
export function Component() {
  return <FirstRunPage content={useContent(firstRunContent)} />
}
