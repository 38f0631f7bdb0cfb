import { type PageData, PageDataSchema, pageDataId } from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'

const JsonSchema = v.pipe(v.string(), v.parseJson(), PageDataSchema)

/** The data that the server inlined into a page. Throws if there is none, or not what the shell expects. */
export function readPageData(html: string): PageData {
  return v.parse(JsonSchema, findPageJson(html))
}

/** The JSON of the page data. Throws if there is none. */
export function findPageJson(html: string): string {
  const json = html.split(`<script type="application/json" id="${pageDataId}">`)[1]?.split('</script>')[0]
  if (json !== undefined) return json
  throw new Error(`Expected a page of the site, with its data in #${pageDataId}, got: ${html.slice(0, 200)}`)
}
