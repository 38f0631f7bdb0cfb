import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as v from 'valibot'

/** The comments of pull requests and merge requests, by the REST APIs of GitHub and GitLab. */
export interface CodeHost {
  readonly origin: string
  /** The texts of the comments, oldest first. */
  listComments(): string[]
  stop(): Promise<void>
}

const BodySchema = v.object({ body: v.string() })
const collection = /^(?:\/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments|.*\/merge_requests\/\d+\/notes)$/
const single = /(?:\/issues\/comments|\/merge_requests\/\d+\/notes)\/(\d+)$/

/** Starts what no workflow can do without: an API for comments, with those of a colleague in it. */
export async function startCodeHost(tokens: readonly string[]): Promise<CodeHost> {
  const comments = ['Please add hail.']
  const server = createServer(async (request, response) => {
    const send = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const token = request.headers['private-token'] ?? request.headers.authorization?.replace('Bearer ', '')
    if (!tokens.includes(String(token))) return send(401, { message: '401 Unauthorized' })
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    const toComment = (id: number) => ({ id, body: comments[id] })
    if (request.method === 'GET' && collection.test(pathname))
      return send(200, searchParams.get('page') === '1' ? [...comments.keys()].map(toComment) : [])
    const known = single.exec(pathname)?.[1]
    const isNew = request.method === 'POST' && collection.test(pathname)
    if (!isNew && known === undefined) return send(404, { message: '404 Not Found' })
    const id = known === undefined ? comments.length : Number(known)
    comments[id] = v.parse(BodySchema, await json(request)).body
    send(isNew ? 201 : 200, toComment(id))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listComments: () => [...comments],
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
