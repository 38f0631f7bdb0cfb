import type { Content } from '@portico/shared/content/content.ts'

/** The owner's story. The build fills it in. */
export const content: Content['about'] = []
