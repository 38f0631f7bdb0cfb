import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { createAccount } from '../site/create-account.ts'
import { startSite } from '../site/start-site.ts'
import { readResidentMegabytes } from './process-usage.ts'
import type { Programs } from './programs.ts'
import { runLoad } from './run-load.ts'
import { toCookieHeader } from './to-cookie-header.ts'

const settleMs = 3_000
const maxMegabytes = 150
const maxGrowth = 1.03 // a heap that doesn't grow varies by that much
const loadCore = 1
const roundSeconds = 5

/** Measures resident memory at the first and at the next start, and after `requests` pages. */
export async function measureMemory({
  requests,
  programs,
}: {
  readonly requests: number
  readonly programs: Programs
}): Promise<ResultRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-bench-memory-'))
  try {
    const first = await startSite({ dataDir })
    await sleep(settleMs)
    const atFirstStart = readResidentMegabytes(first.pid)
    await first.stop()
    const site = await startSite({ dataDir })
    try {
      await sleep(settleMs)
      const atStart = readResidentMegabytes(site.pid)
      const cookie = toCookieHeader((await createAccount(site.origin)).browser)
      // After a tenth of the requests the server is warm. Memory must not grow after that.
      const warm = await loadUntil(requests / 10, { site, cookie, programs })
      const end = await loadUntil(requests - warm.requests, { site, cookie, programs })
      return [
        compareToLimit('memory at the first start', atFirstStart),
        compareToLimit('memory at the next start', atStart),
        createResultRow({
          name: `memory after ${warm.requests + end.requests} pages`,
          value: end.megabytes,
          unit: 'MB',
          against: `${warm.megabytes} MB after ${warm.requests}`,
          other: warm.megabytes,
          target: maxGrowth,
        }),
      ]
    } finally {
      await site.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

/** Requests pages by turns with and without a session. */
async function loadUntil(
  requests: number,
  { site, cookie, programs }: { site: { origin: string; pid: number }; cookie: string; programs: Programs },
) {
  const load = { seconds: roundSeconds, core: loadCore, programs }
  let done = 0
  while (done < requests) {
    done += (await runLoad({ server: site, path: '/' }, load)).requests
    done += (await runLoad({ server: site, path: '/api/download', cookie }, load)).requests
    console.log(`${done} pages, ${Math.round(readResidentMegabytes(site.pid))} MB`)
  }
  await sleep(settleMs)
  return { requests: done, megabytes: Math.round(readResidentMegabytes(site.pid)) }
}

function compareToLimit(name: string, megabytes: number): ResultRow {
  return createResultRow({
    name,
    value: Math.round(megabytes),
    unit: 'MB',
    against: `${maxMegabytes} MB`,
    other: maxMegabytes,
    target: 1,
  })
}
