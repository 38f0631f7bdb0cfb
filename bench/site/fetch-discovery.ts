import { paths } from '@portico/kit/paths.ts'
import {
  type DiscoveryDocument,
  DiscoveryDocumentSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import * as v from 'valibot'

/** The discovery document of a site: what is released there. */
export async function fetchDiscovery(origin: string): Promise<DiscoveryDocument> {
  const response = await fetch(origin + paths.discovery)
  return v.parse(DiscoveryDocumentSchema, await response.json())
}

/** The name of any remote of a site. Throws if it has none. */
export async function findRemote(origin: string): Promise<string> {
  const [name] = Object.keys((await fetchDiscovery(origin)).remotes)
  if (name === undefined)
    throw new Error(`Expected a remote on ${origin}, which has none. Run npm run build.`)
  return name
}
