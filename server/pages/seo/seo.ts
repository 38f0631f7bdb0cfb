import { paths } from '@portico/kit/paths.ts'
import type { FastifyInstance } from 'fastify'
import { html } from '../../http/html/html.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { selectReleases } from '../../rollouts/selection/select-releases.ts'
import { getIndexedAddresses } from './get-page-metadata.ts'
import { type MetadataServices, openMetadataSource } from './metadata-source.ts'

/** `GET /sitemap.xml` lists the open pages; `GET /robots.txt` refers to it. */
export async function seo(
  app: FastifyInstance,
  services: MetadataServices & { readonly discovery: Discovery },
): Promise<void> {
  const { configuration, discovery } = services
  const { publicUrl } = configuration
  const sources = openMetadataSource(services)

  app.get(paths.sitemap, async (_request, reply) => {
    const addresses = getIndexedAddresses(selectReleases(discovery.read()).remotes, sources)
    const urls = addresses.map((address) => html`<url><loc>${publicUrl + encodeURI(address)}</loc></url>\n`)
    const { text } = html`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`
    return reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8').send(text)
  })

  app.get(paths.robots, async (_request, reply) => {
    const text = `User-agent: *\nDisallow: /-/\nAllow: ${paths.content}/\nSitemap: ${publicUrl}${paths.sitemap}\n`
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text)
  })
}
