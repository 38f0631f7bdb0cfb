import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'

/** Serves a folder on localhost, as a developer's own file server does. `requests` are the requested paths. */
export async function serveFolder(folder: string) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const file = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname)
    requests.push(request.url ?? '')
    if (existsSync(file) && statSync(file).isFile()) createReadStream(file).pipe(response)
    else response.writeHead(404).end()
  })
  const port = await getFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { address: `http://localhost:${port}/`, requests, stop }
}
