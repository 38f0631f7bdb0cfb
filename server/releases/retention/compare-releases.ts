import type { ReleaseDetail } from '@portico/protocol/publish/release-detail.ts'
import type { Build } from '../storage/read-builds.ts'

type BuildRecord = Build['record']

/** What `after` changes in comparison with `before`. */
export function compareReleases(
  before: BuildRecord,
  after: BuildRecord,
): Omit<NonNullable<ReleaseDetail['previous']>, 'id'> {
  const [filesBefore, filesAfter] = [sumByName(before), sumByName(after)]
  const names = new Set([...Object.keys(filesBefore), ...Object.keys(filesAfter)])
  return {
    files: [...names].toSorted().map((name) => {
      return { name, before: filesBefore[name] ?? null, after: filesAfter[name] ?? null }
    }),
    manifest: compare(getMembers(before), getMembers(after)),
    shared: compare(getShared(before), getShared(after)),
    newBytes: getNewBytes(before, after),
  }
}

/** The size of each file, without the hash in names such as `home.0a1b2c3d.js`. */
function sumByName({ files }: BuildRecord): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [file, { bytes }] of Object.entries(files)) {
    const name = file.replace(/\.[0-9a-f]{8,}(?=\.)/, '')
    sums[name] = (sums[name] ?? 0) + bytes
  }
  return sums
}

/** The ranges that a remote needs, or the versions that the shell provides. */
function getShared(record: BuildRecord): Readonly<Record<string, string>> {
  return ('remote' in record ? record.shared : record.provides) ?? {}
}

/** What the manifest says, each page by itself. The shell has none. */
function getMembers(record: BuildRecord): Record<string, string> {
  if (!('remote' in record)) return {}
  const { team, contractVersion, apiDescription, origins, rollout, budget, baseUrl } = record
  const pages = record.pages.map(({ js: _js, css: _css, ...page }) => [`page ${page.path}`, page] as const)
  const members = { team, contractVersion, apiDescription, origins, rollout, budget, baseUrl }
  const present = [...Object.entries(members), ...pages].filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [name, JSON.stringify(value)]))
}

function compare(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
}

/** A file with the same content costs a returning visitor next to nothing: the one they have is its dictionary. */
function getNewBytes(before: BuildRecord, after: BuildRecord): number {
  const known = new Set(Object.values(before.files).map(({ integrity }) => integrity))
  const lists = 'remote' in after ? after.pages : [after]
  const entry = 'remote' in after ? [after.entry] : []
  const loaded = new Set(
    [...entry, ...lists.flatMap(({ js, css }) => [...js, ...css])].map(({ file }) => file),
  )
  return Object.entries(after.files)
    .filter(([name, { integrity }]) => loaded.has(name) && !known.has(integrity))
    .reduce((sum, [, { bytes }]) => sum + bytes, 0)
}
