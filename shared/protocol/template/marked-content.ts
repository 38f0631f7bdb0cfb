import type { PageContentName } from '@portico/kit/content/page-content-names.ts'
import { markList, markObject, markRichText } from '@portico/kit/site/owner-marks.ts'
import { writeMark } from '@portico/kit/site/write-mark.ts'
import { getContentShape, isRichText, type Shape, unwrap } from './content-paths.ts'

/** What a page shows of the owner's content in a build: each value is a mark, and each list one item of marks. */
export function createMarkedContent(name: PageContentName): unknown {
  const { shape, path } = getContentShape(name)
  return createMarked(shape, path)
}

function createMarked(shape: Shape, path: string): unknown {
  const { inner } = unwrap(shape)
  const { entries, item } = inner
  if (isRichText(inner)) return markRichText(path)
  if (entries !== undefined) {
    const fields = Object.entries(entries).map(([name, field]) => [
      name,
      createMarked(field, `${path}.${name}`),
    ])
    return markObject(path, Object.fromEntries(fields))
  }
  if (item !== undefined)
    return markList(path, [createMarked(item, `${path}.*`)], (position) =>
      createMarked(item, `${path}.${position}`),
    )
  return inner.type === 'boolean' ? true : writeMark(path)
}
