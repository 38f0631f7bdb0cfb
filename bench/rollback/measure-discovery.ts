import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { findPageJson } from '@portico/tools/testing/read-page-data.ts'
import { median } from '../report/median.ts'
import { root } from '../root.ts'
import { startSite } from '../site/start-site.ts'
import { readBuiltRecord, writeVariant } from './release-variant.ts'

const pages = 200

/** The cost of a page on a site with this many remotes. */
export interface DiscoveryCost {
  readonly remotes: number
  /** Bytes of the JSON that is inlined into the page. */
  readonly inlinedBytes: number
  readonly discoveryBytes: number
  /** Median time of one request after another, in milliseconds. */
  readonly pageMs: number
}

/** Measures a site with `remotes` copies of a built remote. */
export async function measureDiscovery(remote: string, remotes: number): Promise<DiscoveryCost> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-remotes-'))
  try {
    cpSync(join(root, 'dist/shell'), join(folder, 'shell'), { recursive: true })
    for (let at = 1; at <= remotes; at += 1) writeCopy(remote, folder, `copy${at}`)
    const site = await startSite({ publishFrom: folder })
    try {
      const json = findPageJson(await (await fetch(site.origin)).text())
      const discovery = await (await fetch(site.origin + paths.discovery)).text()
      return {
        remotes,
        inlinedBytes: Buffer.byteLength(json),
        discoveryBytes: Buffer.byteLength(discovery),
        pageMs: await measurePage(site.origin),
      }
    } finally {
      await site.stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Copies a built remote into `folder` under another name, with its first page and hashes of its own, which do not compress. */
export function writeCopy(remote: string, folder: string, name: string): void {
  const { pages, prerendered: _prerendered, ...record } = readBuiltRecord(remote)
  const own = pages.slice(0, 1).map((page) => ({ ...page, path: `/${name}` }))
  const needed = new Set(
    [record.entry, ...own.flatMap(({ js, css }) => [...js, ...css])].map(({ file }) => file),
  )
  const { file } = record.entry
  const bytes = Buffer.concat([readFileSync(join(root, 'dist', remote, file)), Buffer.from(`//${name}`)])
  const entry = { file, integrity: computeIntegrity(bytes) }
  const files = Object.fromEntries(Object.entries(record.files).filter(([path]) => needed.has(path)))
  files[file] = { integrity: entry.integrity, bytes: bytes.length }
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  writeVariant(remote, join(folder, name), { ...record, remote: name, hash, entry, pages: own, files })
  writeFileSync(join(folder, name, file), bytes)
}

async function measurePage(origin: string): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < pages; at += 1) {
    const from = performance.now()
    await (await fetch(origin)).text()
    times.push(performance.now() - from)
  }
  return median(times)
}
