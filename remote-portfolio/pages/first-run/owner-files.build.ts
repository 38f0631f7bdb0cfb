import { join } from 'node:path'
import { listOwnerFiles, type OwnerFile } from '@portico/shared/content/owner-files.ts'

/** The owner's files at the time of the build. */
export const ownerFiles: readonly OwnerFile[] = listOwnerFiles(
  join(import.meta.dirname, '../../..'),
  process.env.SITE_CONFIG || undefined,
)
