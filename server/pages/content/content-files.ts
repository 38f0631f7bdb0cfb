import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Configuration } from '../../configuration/configuration.ts'
import type { ContentFile, ContentReader } from '../../configuration/open-content.ts'
import { chooseEncoding } from '../../http/caching/choose-encoding.ts'
import { createEncodedBodies } from '../../http/caching/compress.ts'
import { immutable } from '../../http/caching/immutable.ts'
import { Problem } from '../../http/problems/errors.ts'
import { nothingAllowed } from '../../http/security-headers/security-headers.ts'

const maxImageBytes = 16 * 1024 * 1024

const encodings = { br: true, gzip: true } as const

interface ContentServices {
  readonly configuration: Configuration
  readonly content: ContentReader
}

/**
 * `GET /-/content/<hash>.json`: the owner's content, and `GET /-/content/media/<file>`: its images. A page of an earlier build asks for
 * content that is gone, and gets the current one.
 */
export async function contentFiles(
  app: FastifyInstance,
  { content, configuration }: ContentServices,
): Promise<void> {
  const encode = createEncodedBodies(({ bytes }: ContentFile) => bytes)

  app.get<{ Params: { file: string } }>(`${paths.content}/:file`, async (request, reply) => {
    const { file: name } = request.params
    if (!/^[\w-]+\.json$/.test(name)) throw notFound(name)
    const file = content.read()
    const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const isCurrent = file.address === `${paths.content}/${name}`
    return reply
      .headers(nothingAllowed)
      .header('cache-control', isCurrent ? immutable : 'no-store')
      .header('vary', 'accept-encoding')
      .type('application/json; charset=utf-8')
      .send(await encode(file, encoding))
  })

  const images = new LRUCache<string, Buffer>({
    maxSize: maxImageBytes,
    sizeCalculation: ({ length }) => length,
  })
  app.get<{ Params: { file: string } }>(`${paths.content}/media/:file`, async (request, reply) => {
    const { file } = request.params
    const type = mediaTypes[extname(file)]
    if (!/^\w[\w-]*\.(?:avif|webp|png)$/.test(file) || type === undefined) throw notFound(file)
    const image =
      images.get(file) ?? (await readFile(join(configuration.contentFolder, 'media', file)).catch(() => null))
    if (image === null) throw notFound(file)
    images.set(file, image)
    return reply.headers(nothingAllowed).header('cache-control', immutable).type(type).send(image)
  })
}

function notFound(file: string): Problem {
  return new Problem('not-found', { detail: `The content of this site has no file ${file}.` })
}
