import type { PageMetadataByScreen } from '@portico/shared/release/page-metadata.ts'

/** Stands for the `metadata.ts` of a remote that has none. */
export const metadata: PageMetadataByScreen = {}
