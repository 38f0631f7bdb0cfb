import type { Content } from '@portico/shared/content/content.ts'

/** Where the owner worked and learned; the build puts it in. */
export const content: Content['timeline'] = { experience: [], education: [] }
