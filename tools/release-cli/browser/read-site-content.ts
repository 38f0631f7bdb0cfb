import { type OwnerContent, OwnerContentSchema } from '@portico/shared/content/content.ts'
import { ContentDataSchema } from '@portico/shared/release/content-data.ts'
import { pageDataId } from '@portico/shared/release/discovery-document.ts'
import * as v from 'valibot'
import { emptyPage } from './insert-release.ts'

const DataSchema = v.pipe(v.string(), v.parseJson(), v.object({ content: ContentDataSchema }))

/** The content of the owner of a site; null: the site has none for its pages, because it is older, or unreachable. */
export async function readSiteContent(site: string): Promise<OwnerContent | null> {
  try {
    const html = await (await fetch(new URL(emptyPage, site))).text()
    const [, json] = new RegExp(`id="${pageDataId}">(.*?)</script>`, 's').exec(html) ?? []
    const { content } = v.parse(DataSchema, json)
    const response = await fetch(new URL(content.address, site))
    return v.parse(OwnerContentSchema, await response.json())
  } catch {
    return null // opening the pages reports what is wrong with the site
  }
}
