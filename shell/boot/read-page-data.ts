import { type PageData, PageDataSchema, pageDataId } from '@portico/shared/release/discovery-document.ts'
import * as v from 'valibot'

/** The data that the server inlined into the page. Throws where it is missing or of another shape. */
export function readPageData(page: Document): PageData {
  const text = page.getElementById(pageDataId)?.textContent
  if (!text)
    throw new Error(`The page has no element #${pageDataId}; it has to come from the server of this site.`)
  return v.parse(PageDataSchema, JSON.parse(text))
}
