import { useLayoutEffect } from 'react'
import type { DocumentLeftovers } from './document-leftovers.ts'

interface ShownRemoteProps {
  /** null: the page is the shell's own. */
  readonly name: string | null
  readonly leftovers: Pick<DocumentLeftovers, 'show'>
}

/**
 * Goes before a page, so that its effect runs before those of the page, and after the page before it has gone: ends what that one
 * has left, and names the remote on the root element, as the server does for the first page. Style sheets of its packages apply
 * only then (`tools/build/limit-package-styles.ts`).
 */
export function ShownRemote({ name, leftovers }: ShownRemoteProps) {
  useLayoutEffect(() => {
    leftovers.show(name)
    if (name === null) return
    const { dataset } = document.documentElement
    if (dataset.remote !== name) dataset.remote = name
    return () => {
      delete dataset.remote
    }
  }, [name, leftovers])
  return null
}
