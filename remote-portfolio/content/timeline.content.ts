import type { Content } from '@portico/shared/content/content.ts'

/** The owner's jobs and education. The build fills them in. */
export const content: Content['timeline'] = { experience: [], education: [] }
