import { get } from 'node:http'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { fetchDiscovery } from '../site/fetch-discovery.ts'

/** Transferred bytes of a site's largest remote entry. */
export async function fetchLargestEntryBytes(origin: string): Promise<number> {
  const { remotes } = await fetchDiscovery(origin)
  const sizes = Object.entries(remotes).map(([name, { stable }]) =>
    fetchTransferredBytes(origin + getReleaseFolder(name, getReleaseId(stable)) + stable.entry.file),
  )
  return Math.max(...(await Promise.all(sizes)))
}

// `fetch` would decompress the body.
function fetchTransferredBytes(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${url} responds with ${response.statusCode}.`))
    let bytes = 0
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    response.on('end', () => resolve(bytes))
  }).on('error', reject)
  return promise
}
