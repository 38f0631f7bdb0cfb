import { join } from 'node:path'
import { listContentFiles, type OwnerFile } from '@portico/shared/content/owner-files.ts'

/** The files of the owner's content at the time of the build. Their values belong to the site, not to the release. */
export const ownerFiles: readonly OwnerFile[] = listContentFiles(join(import.meta.dirname, '../../..'))
