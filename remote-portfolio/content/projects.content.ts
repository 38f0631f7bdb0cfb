import type { Content } from '@portico/shared/content/content.ts'

/** Every project in the owner's order; the build puts them in. */
export const content: Content['projects'] = []
