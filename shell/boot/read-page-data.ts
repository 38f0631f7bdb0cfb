import { type PageData, PageDataSchema, pageDataId } from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'

/** Reads the data that the server inlined into the page. Throws if it is missing or has another shape. */
export function readPageData(page: Document): PageData {
  const text = page.getElementById(pageDataId)?.textContent
  if (!text)
    throw new Error(`The page has no element #${pageDataId}. It must be served by this site's server.`)
  return v.parse(PageDataSchema, JSON.parse(text))
}
