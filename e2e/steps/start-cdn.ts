import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { extname, join } from 'node:path'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import { getFreePort } from '@portico/tools/system/get-free-port.ts'

/** Those of releases, and of the pages of a host. */
const types: typeof mediaTypes = { ...mediaTypes, '.html': 'text/html; charset=utf-8' }

/** A team's own file server, on another origin than the site. */
export async function startCdn() {
  const folders = new Map<string, string>()
  const requests: string[] = []
  const serve: RequestListener = ({ url = '/' }, response) => {
    requests.push(url)
    const [prefix, folder] = [...folders].find(([path]) => url.startsWith(path)) ?? ['', '']
    const file = join(folder, url.slice(prefix.length))
    response.setHeader('access-control-allow-origin', '*')
    if (folder === '' || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    return createReadStream(file).pipe(response)
  }
  let answer = serve
  const server = createServer((request, response) => answer(request, response))
  const port = await getFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    requests,
    /** Uploads a folder. Returns its address. */
    upload(path: string, folder: string): string {
      folders.set(path, folder)
      return origin + path
    },
    /** Answers every request in this way from now on. */
    failWith(listener: RequestListener) {
      answer = listener
    },
    recover() {
      answer = serve
    },
    stop() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
