import { getLocalFolder } from '@portico/kit/paths.ts'
import type { DiscoveryRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import { toDiscoveryRelease } from '../../releases/changes/with-release.ts'
import { fetchLocal, LocalSourceError } from './local-source.ts'

const RecordSchema = v.pipe(v.string(), v.parseJson(), ReleaseRecordSchema)

/** What is currently served for a remote under development, with the hashes from its build. */
export interface LocalRelease {
  readonly from: string
  /** null: there is none, and `problem` says why. */
  readonly release: (DiscoveryRelease & { readonly folder: string }) | null
  readonly problem: string | null
}

/** Reads the release that is served at `from`. Never rejects because of it. */
export async function readLocalRelease(remote: string, from: string): Promise<LocalRelease> {
  try {
    return { from, release: await readLocal(remote, from), problem: null }
  } catch (error) {
    if (!(error instanceof LocalSourceError)) throw error
    return { from, release: null, problem: error.message }
  }
}

async function readLocal(remote: string, from: string): Promise<LocalRelease['release']> {
  const parsed = v.safeParse(RecordSchema, (await fetchLocal(from, 'release.json')).toString('utf8'))
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new LocalSourceError(
      `${from}release.json is invalid: ${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`,
    )
  }
  if (parsed.output.remote !== remote)
    throw new LocalSourceError(`${from} serves ${parsed.output.remote}, not ${remote}`)
  // Previews don't use its prerendered pages or its API description, and load everything from this machine.
  const {
    prerendered: _prerendered,
    apiDescription: _apiDescription,
    baseUrl: _baseUrl,
    ...release
  } = toDiscoveryRelease(parsed.output)
  return { ...release, folder: getLocalFolder(remote) }
}
