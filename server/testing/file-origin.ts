import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another origin with files, on this machine. */
export interface FileOrigin {
  /** `http://localhost:<port>` */
  readonly origin: string
  /** The paths that were requested. */
  readonly requested: string[]
  /** Changes what it answers. */
  answerWith(listener: RequestListener): void
  stop(): void
}

/** What a browser accepts of another origin. */
export const scriptHeaders = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }

/** Starts another origin. */
export async function startFileOrigin(): Promise<FileOrigin> {
  let answer: RequestListener = (_request, response) => void response.writeHead(404).end()
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requested,
    answerWith(listener) {
      answer = listener
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
