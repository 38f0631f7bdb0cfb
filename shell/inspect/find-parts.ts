import type { PageData, SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { PageEvent } from '@portico/protocol/release/page-event.ts'
import { overlaps } from '@portico/protocol/release/page-paths.ts'

/** A part of the page. */
export interface Part {
  readonly name: string
  /** null: the shell renders it. */
  readonly remote: SelectedRemote | null
  readonly elements: readonly Element[]
}

/** The sources that describe the page. */
interface Page {
  readonly remotes: PageData['remotes']
  /** The last page event; undefined: no page has mounted. */
  readonly last: PageEvent | undefined
  readonly path: string
  readonly document: Document
}

/** Finds the parts of the page on the screen: the layout, the page, and the showcases on it. */
export function findParts({ remotes, last, path, document }: Page): Part[] {
  const find = (selector: string) => [...document.querySelectorAll(selector)]
  const isCurrent = last !== undefined && overlaps(last.path, path)
  const owner = isCurrent
    ? remotes.find(({ name }) => name === last.remote)
    : remotes.find(({ release }) => release.pages.some((page) => overlaps(page.path, path)))
  const showcases = find('main [data-remote]').flatMap((element) => {
    const remote = remotes.find(({ name }) => name === element.getAttribute('data-remote'))
    return remote === undefined ? [] : [{ name: 'Showcase', remote, elements: [element] }]
  })
  return [
    { name: 'Header and footer', remote: null, elements: find('#root header, #root footer') },
    {
      name: isCurrent && last.state === 'failed' ? 'Page (failed)' : 'Page',
      remote: owner ?? null,
      elements: find('main'),
    },
    ...showcases,
  ]
}
