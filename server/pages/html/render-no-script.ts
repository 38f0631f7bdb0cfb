import type { Parts } from '@portico/protocol/template/parts.ts'
import { html } from '../../http/html/html.ts'
import type { ResolvedMetadata } from '../seo/get-page-metadata.ts'

/** What a visitor without JavaScript reads on a page that needs it. */
interface NoScriptParts {
  readonly metadata: Pick<ResolvedMetadata, 'title' | 'description'>
  /** The page without its query; null: it isn't prerendered. */
  readonly page: Parts | null
  /** False: no page matches the address, with or without JavaScript. */
  readonly isFound: boolean
}

const needsScript = html`<p>This page needs JavaScript. Turn it on and reload the page, or read the <a href="/">home page</a>, which works without it.</p>`
const notFound = html`<p><a href="/">Go to the home page</a></p>`

/** Renders what a visitor without JavaScript gets instead of a page that needs it. */
export function renderNoScript({ metadata, page, isFound }: NoScriptParts): Parts {
  const explanation = html`<h1>${metadata.title}</h1><p>${metadata.description}</p>${isFound ? needsScript : notFound}`
  return page ?? [explanation.text]
}
