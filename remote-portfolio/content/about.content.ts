import type { Content } from '@portico/shared/content/content.ts'

/** The owner's story; the build puts it in. */
export const content: Content['about'] = []
