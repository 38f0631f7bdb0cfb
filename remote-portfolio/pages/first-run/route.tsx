import { FirstRunPage } from './first-run-page.tsx'
import { ownerFiles } from './owner-files.build.ts'

/** `/first-run` with the owner's files. */
export function Component() {
  return <FirstRunPage files={ownerFiles} />
}
