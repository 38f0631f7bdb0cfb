import { get } from 'node:http'
import { getReleaseFolder } from '@portico/shared/paths.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'

/** Bytes of the largest entry of a remote at a site, as they are transferred. */
export async function fetchLargestEntryBytes(origin: string): Promise<number> {
  const { remotes } = await fetchDiscovery(origin)
  const sizes = Object.entries(remotes).map(([name, { stable }]) =>
    transferredBytes(origin + getReleaseFolder(name, getReleaseId(stable)) + stable.entry.file),
  )
  return Math.max(...(await Promise.all(sizes)))
}

// Not by `fetch`, which undoes the compression.
function transferredBytes(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${url} answers ${answer.statusCode}.`))
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    answer.on('end', () => resolve(bytes))
  }).on('error', reject)
  return promise
}
