import { paths } from '@portico/shared/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/shared/release/discovery-document.ts'
import * as v from 'valibot'

/** What is released at a site. */
export async function fetchDiscovery(origin: string): Promise<DiscoveryDocument> {
  const answer = await fetch(origin + paths.discovery)
  return v.parse(DiscoveryDocumentSchema, await answer.json())
}
