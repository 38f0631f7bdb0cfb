import type { ContentSelection } from '@portico/kit/content/content-selection.ts'

const line = ['slug', 'name', 'summary', 'year', 'link']

/** What each page shows of the owner's content: the manifest declares it, and the page reads it with its schema. */
export const selections = {
  home: {
    featured: { from: 'featured' },
    others: { from: 'others', fields: line },
    sample: { from: 'sample', isOptional: true },
  },
  about: {
    story: { from: 'story' },
    experience: { from: 'experience' },
    education: { from: 'education' },
    total: { from: 'total' },
  },
  cv: {
    projects: { from: 'projects', fields: line },
    experience: { from: 'experience' },
    education: { from: 'education' },
  },
  projects: {
    projects: { from: 'projects', fields: [...line, 'tags', 'image', 'cover', 'isBot'] },
    tags: { from: 'tags' },
    total: { from: 'total' },
  },
  project: { project: { from: 'projects.:name' } },
  bot: { bot: { from: 'bots.:name' } },
  // The page exists only while there is sample content.
  firstRun: { files: { from: 'files' }, sample: { from: 'sample' } },
} as const satisfies Record<string, ContentSelection>
