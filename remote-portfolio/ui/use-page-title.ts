import { useHost } from '@portico/shared/contract/contract.ts'
import { useEffect } from 'react'

/** Puts the name of what the page shows in the place of the title that its manifest has for all such pages. */
export function usePageTitle(title: string): void {
  const { site } = useHost()
  useEffect(() => {
    document.title = `${title} | ${site.name}`
  }, [title, site.name])
}
