import type { Content } from '@portico/shared/content/content.ts'

/** What the case pages tell, by the project's slug; the build puts it in. */
export const content: Content['case-studies'] = {}
