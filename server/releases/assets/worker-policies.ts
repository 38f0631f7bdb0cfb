import { getReleaseFolder } from '@portico/kit/paths.ts'
import { isScript } from '@portico/protocol/release/media-types.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { createScriptFilePolicy } from '@portico/protocol/release/script-file-policy.ts'
import type { Db } from '../../database/tables.ts'
import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import { type AccessSettings, getAllowedOrigins } from '../origins/remote-access.ts'
import { findReleaseRecord } from '../storage/release-repository.ts'
import type { FileAddress } from './file-cache.ts'

const maxReleases = 50

/** Finds the policy of a script that workers run. null: no worker does; undefined: the database doesn't say now. */
export function createWorkerPolicies(db: Db, settings: AccessSettings) {
  const known = createBoundedCache<Pick<ReleaseRecord, 'workers' | 'origins'>>(maxReleases)
  return async ({ app, id, file }: FileAddress): Promise<string | null | undefined> => {
    if (app === 'shell' || !isScript(file)) return null
    const folder = getReleaseFolder(app, id)
    const record = known.get(folder) ?? (await findReleaseRecord(db, app, id).catch(() => null))
    if (record === null) return undefined
    const { workers, origins } = record
    known.set(folder, { ...(workers && { workers }), ...(origins && { origins }) })
    if (!workers?.includes(file)) return null
    const allowed = getAllowedOrigins({ remote: app, ...(origins && { origins }) }, settings)
    return createScriptFilePolicy(settings.publicUrl + folder, allowed)
  }
}
