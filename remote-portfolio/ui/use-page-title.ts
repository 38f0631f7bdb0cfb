import { useHost } from '@portico/kit/contract/contract.ts'
import { useEffect } from 'react'

/** Replaces the title that the manifest gives to every page of this kind, for example by a project's name. */
export function usePageTitle(title: string): void {
  const { site } = useHost()
  useEffect(() => {
    document.title = `${title} | ${site.name}`
  }, [title, site.name])
}
