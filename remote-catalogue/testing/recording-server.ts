import { createServer } from 'node:http'

/** A received request. */
export interface RecordedRequest {
  readonly method: string | undefined
  /** Names and values of the query, or of a POST's JSON body; unordered. */
  readonly fields: readonly (readonly [name: string, value: unknown])[]
}

/** A server that records requests and responds with `status` and `{"ok":true}`, as data or as another `type`. `/moved` redirects. */
export async function startRecordingServer(status = 200, type = 'application/json') {
  const requests: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/moved/')) {
      response.writeHead(302, { location: request.url.replace('/moved/', '/v1/') }).end()
      return
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const body = Buffer.concat(chunks).toString()
    const fields = body === '' ? [...searchParams] : Object.entries(JSON.parse(body))
    requests.push({ method: request.method, fields })
    response.statusCode = status
    response.setHeader('content-type', type).end('{"ok":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    base: `http://127.0.0.1:${port}/v1/`,
    /** The requests received since the last call. */
    takeRequests: () => requests.splice(0),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
