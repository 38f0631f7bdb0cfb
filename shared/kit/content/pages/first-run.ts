import * as v from 'valibot'
import { formatCount } from '../../format.ts'
import { Text } from '../content-values.ts'
import type { PageContent } from '../page-content.ts'

const schema = v.strictObject({
  files: v.array(v.strictObject({ name: Text, isSample: v.boolean(), about: Text })),
  /** `3 files left`, where the site's configuration is the owner's, and where it is a sample, too. */
  left: Text,
  leftWithSite: Text,
})

/** What the first-run page shows. */
export type FirstRunContent = v.InferOutput<typeof schema>

/** What the first-run page shows of the owner's content. It exists only while there is sample content. */
export const firstRunContent: PageContent<FirstRunContent> = {
  name: 'first-run',
  schema,
  make: ({ files }) => {
    const left = files.filter(({ isSample }) => isSample).length
    if (left === 0) return null
    return {
      files: files.map((file) => ({ ...file, about: describeFile(file.name) })),
      left: `${formatCount(left, 'file')} left`,
      leftWithSite: `${formatCount(left + 1, 'file')} left`,
    }
  },
}

function describeFile(name: string): string {
  if (name.startsWith('content/projects/')) return 'A project: a card, a case study and an image'
  return name === 'content/about.md' ? 'Your story' : 'Your jobs and education'
}
