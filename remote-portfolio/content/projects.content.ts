import type { Content } from '@portico/shared/content/content.ts'

/** Every project, in the owner's order. The build fills them in. */
export const content: Content['projects'] = []
