import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from '../http/caching/choose-encoding.ts'
import { compress } from '../http/caching/compress.ts'
import { immutable } from '../http/caching/immutable.ts'
import { html } from '../http/html/html.ts'
import { renderPlainPage } from '../http/html/plain-page.ts'
import { pageStyles } from '../http/html/site-page.ts'
import { Problem } from '../http/problems/errors.ts'

// No part begins with a dot, so none leads out of the folder.
const filePath = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/
const compressible = /^(?:text|application)\/|\+xml/

const notBuilt = renderPlainPage({
  title: 'The console isn’t built',
  body: html`<p>Run <code>npm run build</code> in the project, then reload this page.</p>`,
})

/** The files of the console's build in `folder`. Every address without an extension is a page of its one document. */
export async function staticFiles(
  app: FastifyInstance,
  { folder }: { readonly folder: string },
): Promise<void> {
  await app.register(pageStyles)
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*']
    if (!path.includes('.')) return sendPage(request, reply, folder)
    const body = filePath.test(path) ? await readIfExists(join(folder, path)) : null
    const type = mediaTypes[extname(path)]
    if (body === null || type === undefined) throw new Problem('not-found')
    if (path.startsWith('assets/')) reply.header('cache-control', immutable) // their names contain their hashes
    return sendFile(request, reply, { body, type })
  })
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const page = await readIfExists(join(folder, 'index.html'))
  if (page === null) reply.code(503)
  return sendFile(request, reply, { body: page ?? Buffer.from(notBuilt), type: 'text/html; charset=utf-8' })
}

interface File {
  readonly body: Buffer
  readonly type: string
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type }: File,
): Promise<FastifyReply> {
  const available = compressible.test(type) ? { identity: true, br: true, gzip: true } : { identity: true }
  const encoding = chooseEncoding(request.headers['accept-encoding'], available)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .type(type)
    .header('vary', 'accept-encoding')
    .send(await compress(body, encoding))
}

async function readIfExists(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return null
    throw error
  })
}
