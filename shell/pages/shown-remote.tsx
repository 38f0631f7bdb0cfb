import { useLayoutEffect } from 'react'

/**
 * Names the remote of the page on the root element, as the server does for the first page: style sheets of its packages apply only
 * then (`tools/build/limit-package-styles.ts`).
 */
export function ShownRemote({ name }: { readonly name: string }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.remote !== name) dataset.remote = name
    return () => {
      delete dataset.remote
    }
  }, [name])
  return null
}
