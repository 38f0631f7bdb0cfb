import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { encodings } from '@portico/protocol/release/compression.ts'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import type { FastifyInstance } from 'fastify'
import { chooseEncoding } from '../http/caching/choose-encoding.ts'
import { immutable } from '../http/caching/immutable.ts'
import { html } from '../http/html/html.ts'
import { renderPlainPage } from '../http/html/plain-page.ts'
import { pageStyles } from '../http/html/site-page.ts'
import { Problem } from '../http/problems/errors.ts'

// No part begins with a dot, so none leads out of the folder.
const filePath = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/
const copies = { identity: '', ...encodings }
const page = 'index.html'

const notBuilt = renderPlainPage({
  title: 'The console isn’t built',
  body: html`<p>Run <code>npm run build</code> in the project, then reload this page.</p>`,
})

/** The files of the console's build in `folder`. Every address outside of `assets/` is a page of its one document. */
export async function staticFiles(
  app: FastifyInstance,
  { folder }: { readonly folder: string },
): Promise<void> {
  await app.register(pageStyles)
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*']
    const isFile = path.startsWith('assets/') || (path.includes('.') && !path.includes('/')) // not `remotes/one/releases/1.0.0`
    const file = isFile ? path : page
    const type = file === page ? 'text/html; charset=utf-8' : mediaTypes[extname(file)]
    if (type === undefined || (path.includes('.') && !filePath.test(path))) throw new Problem('not-found')
    const encoding = chooseEncoding(request.headers['accept-encoding'], copies)
    const copy = encoding === 'identity' ? null : await readIfExists(join(folder, file + copies[encoding]))
    const body = copy ?? (await readIfExists(join(folder, file)))
    reply.type(type).header('vary', 'accept-encoding')
    if (body === null && file === page) return reply.code(503).send(notBuilt)
    if (body === null) throw new Problem('not-found')
    if (copy !== null) reply.header('content-encoding', encoding)
    if (file.startsWith('assets/')) reply.header('cache-control', immutable) // their names contain their hashes
    return reply.send(body)
  })
}

async function readIfExists(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return null
    throw error
  })
}
