import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@portico/shared/paths.ts'
import { pageDataId } from '@portico/shared/release/discovery-document.ts'
import { median } from '../report/median.ts'
import { root } from '../root.ts'
import { startSite } from '../site/start-site.ts'
import { readBuiltRecord, writeVariant } from './release-variant.ts'

const pages = 200

/** What a page costs at a site of so many remotes. */
export interface DiscoveryCost {
  readonly remotes: number
  /** Of the JSON in the page. */
  readonly inlinedBytes: number
  readonly documentBytes: number
  /** Median of the server's answers to one visitor after the other, in milliseconds. */
  readonly pageMs: number
}

/** Measures a site of `remotes` copies of a built remote. */
export async function measureDiscovery(remote: string, remotes: number): Promise<DiscoveryCost> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-remotes-'))
  try {
    cpSync(join(root, 'dist/shell'), join(folder, 'shell'), { recursive: true })
    for (let at = 1; at <= remotes; at += 1) writeCopy(remote, folder, `copy${at}`)
    const site = await startSite({ publishFrom: folder })
    try {
      const page = await (await fetch(site.origin)).text()
      const json = page.split(`id="${pageDataId}">`)[1]?.split('</script>')[0] ?? ''
      const document = await (await fetch(site.origin + paths.discovery)).text()
      return {
        remotes,
        inlinedBytes: Buffer.byteLength(json),
        documentBytes: Buffer.byteLength(document),
        pageMs: await pageMs(site.origin),
      }
    } finally {
      await site.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function writeCopy(remote: string, folder: string, name: string): void {
  const { pages, prerendered: _ahead, ...record } = readBuiltRecord(remote)
  const own = pages.slice(0, 1).map((page) => ({ ...page, path: `/${name}` }))
  const needed = new Set(
    [record.entry, ...own.flatMap(({ js, css }) => [...js, ...css])].map(({ file }) => file),
  )
  const files = Object.fromEntries(Object.entries(record.files).filter(([file]) => needed.has(file)))
  writeVariant(remote, join(folder, name), { ...record, remote: name, pages: own, files })
}

async function pageMs(origin: string): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < pages; at += 1) {
    const cookie = `portico_visitor=${String(at).padStart(22, 'x')}`
    const from = performance.now()
    await (await fetch(origin, { headers: { cookie } })).text()
    times.push(performance.now() - from)
  }
  return median(times)
}
