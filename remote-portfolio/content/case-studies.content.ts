import type { Content } from '@portico/shared/content/content.ts'

/** Case studies by project slug. The build fills them in. */
export const content: Content['case-studies'] = {}
