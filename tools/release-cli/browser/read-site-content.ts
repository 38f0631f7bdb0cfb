import { type OwnerContent, OwnerContentSchema } from '@portico/kit/content/content.ts'
import { ContentDataSchema } from '@portico/kit/contract/content-data.ts'
import * as v from 'valibot'
import { emptyPage, findPageData } from './insert-release.ts'

const DataSchema = v.pipe(v.string(), v.parseJson(), v.object({ content: ContentDataSchema }))

/** The content of the owner of a site; null: the site has none for its pages, because it is older, or unreachable. */
export async function readSiteContent(site: string): Promise<OwnerContent | null> {
  try {
    const html = await (await fetch(new URL(emptyPage, site))).text()
    const { content } = v.parse(DataSchema, findPageData(html))
    const response = await fetch(new URL(content.address, site))
    return v.parse(OwnerContentSchema, await response.json())
  } catch {
    return null // opening the pages reports what is wrong with the site
  }
}
