import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { siteIcons } from '@portico/protocol/site/site-icon.ts'
import { themeColors } from '@portico/protocol/theme.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isNotModified } from '../../http/caching/is-not-modified.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { getReleasePath } from '../../releases/storage/folder-store.ts'
import { readSiteImage } from './site-image.ts'

const iconRoutes = {
  [paths.favicon]: siteIcons.favicon,
  [paths.touchIcon]: siteIcons.touch,
  [paths.smallIcon]: siteIcons.small,
  [paths.largeIcon]: siteIcons.large,
  [paths.maskableIcon]: siteIcons.maskable,
}

// An hour, and then one request to check: a new release of the shell may have other icons.
const cacheControl = 'public, max-age=3600'

interface IconServices {
  readonly configuration: Configuration
  readonly site: Site
  readonly discovery: Discovery
}

/** The icons of the current shell, `GET /site.webmanifest` with the owner's name, and the site's Open Graph image. */
export async function icons(app: FastifyInstance, services: IconServices): Promise<void> {
  for (const [path, { file }] of Object.entries(iconRoutes)) {
    app.get(path, async (request, reply) => {
      const content = await readIcon(services, file)
      if (content === null)
        throw new Problem('not-found', { detail: `The current release of the shell has no file ${file}.` })
      return send({ request, reply, content, type: mediaTypes[extname(file)] })
    })
  }

  const image = readSiteImage(services.configuration)
  app.get(paths.siteImage, async (request, reply) => {
    if (image === null) throw new Problem('not-found', { detail: 'SITE_IMAGE names no image of this site.' })
    return send({ request, reply, content: image.content, type: 'image/png' })
  })

  app.get(paths.webManifest, async (request, reply) =>
    send({
      request,
      reply,
      content: JSON.stringify(createManifest(services.site)),
      type: 'application/manifest+json; charset=utf-8',
    }),
  )
}

/** null: no shell was published, or one without icons. */
async function readIcon(
  { configuration, discovery }: { readonly configuration: Configuration; readonly discovery: Discovery },
  file: string,
): Promise<Buffer | null> {
  const { shell } = discovery.read()
  if (shell === null) return null
  const { dataDir, releasesFrom } = configuration
  const folder =
    releasesFrom === null
      ? getReleasePath(dataDir, { app: 'shell', id: getReleaseId(shell) })
      : join(releasesFrom, 'shell')
  return readFile(join(folder, file)).catch(() => null)
}

interface IconResponse {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly content: Buffer | string
  readonly type: string | undefined
}

function send({ request, reply, content, type = 'application/octet-stream' }: IconResponse): FastifyReply {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  reply.header('cache-control', cacheControl).header('etag', etag)
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(content)
}

/** The web app manifest: what a home screen shows. */
function createManifest({ name, headline }: Site): object {
  const { small, large, maskable } = siteIcons
  const describe = (src: string, { size }: { readonly size: number }, purpose: 'any' | 'maskable') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    start_url: '/',
    name,
    description: headline,
    lang: 'en',
    display: 'browser',
    theme_color: themeColors.light,
    background_color: themeColors.light,
    icons: [
      describe(paths.smallIcon, small, 'any'),
      describe(paths.largeIcon, large, 'any'),
      describe(paths.maskableIcon, maskable, 'maskable'),
    ],
  }
}
