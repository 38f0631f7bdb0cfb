import { paths } from '@portico/shared/paths.ts'
import { type ReleaseDocument, ReleaseDocumentSchema } from '@portico/shared/release/document.ts'
import * as v from 'valibot'

/** What is released at a site. */
export async function releasesOf(origin: string): Promise<ReleaseDocument> {
  const answer = await fetch(origin + paths.discovery)
  return v.parse(ReleaseDocumentSchema, await answer.json())
}
