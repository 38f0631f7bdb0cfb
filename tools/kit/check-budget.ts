import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findOverBudget, getPageBytes } from '@portico/protocol/publish/byte-budget.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import type { BuiltRelease } from '../release-cli/built-release.ts'
import { failed, passed } from '../release-cli/findings.ts'

/** Checks the bytes of each page, as the site does when the release is published. */
export function checkBudget({ folder, record }: BuiltRelease): Finding {
  const getSize = (file: string) => gzipSync(readFileSync(join(folder, file))).length
  const failure = findOverBudget(record, getSize)
  if (failure !== null) return failed('byte-budget', failure.message, failure.hint)
  const largest = Math.max(...record.pages.map((page) => getPageBytes(record, page, getSize)))
  return passed('byte-budget', `the largest page loads ${Math.ceil(largest / 1024)} KiB up front (gzip)`)
}
