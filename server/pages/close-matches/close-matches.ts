import { paths } from '@portico/kit/paths.ts'
import { getAuthState } from '@portico/kit/session/session-record.ts'
import type { CloseMatch } from '@portico/protocol/release/close-matches.ts'
import { mayOpen } from '@portico/protocol/session/access.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { ReadSession } from '../../accounts/auth/session-cache.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { selectReleases } from '../../rollouts/selection/select-releases.ts'
import { getPageMetadata } from '../seo/get-page-metadata.ts'
import { type MetadataServices, type MetadataSource, openMetadataSource } from '../seo/metadata-source.ts'
import { findCloseMatches } from './find-close-matches.ts'

const maxPathLength = 200
const QuerySchema = v.object({ path: v.pipe(v.string(), v.startsWith('/'), v.maxLength(maxPathLength)) })

interface CloseMatchServices extends MetadataServices {
  readonly discovery: Discovery
  readonly readSession: ReadSession
}

/** `GET /-/close-matches?path=`: pages that the visitor may open, with an address like the given one. */
export async function closeMatches(app: FastifyInstance, services: CloseMatchServices): Promise<void> {
  const sources = openMetadataSource(services)
  app.get(paths.closeMatches, async (request, reply) => {
    const { path } = parseBody(QuerySchema, request.query)
    const session = await services.readSession(request, reply)
    const authenticated = session === 'unknown' ? false : getAuthState(session.visitor)
    const known = listAddresses(services, sources).filter((page) => mayOpen(page, authenticated))
    const matches = findCloseMatches(path, known).map(({ address, title }) => ({ address, title }))
    return reply.header('cache-control', 'private, no-cache').header('vary', 'cookie').send({ matches })
  })
}

/** Every address worth suggesting: those with another canonical address have a better one. */
function listAddresses({ discovery }: { readonly discovery: Discovery }, sources: MetadataSource) {
  return selectReleases(discovery.read()).remotes.flatMap((remote) =>
    remote.release.pages.flatMap((page) => {
      if (page.access !== 'open' && page.access !== 'private') return []
      const addresses = sources.listAddresses({ remote, page }) ?? [page.path]
      return addresses.flatMap((address): (CloseMatch & Pick<typeof page, 'access'>)[] => {
        const { title, canonical } = getPageMetadata({ remote, page }, address, sources)
        return canonical === null || canonical === address ? [{ address, title, access: page.access }] : []
      })
    }),
  )
}
