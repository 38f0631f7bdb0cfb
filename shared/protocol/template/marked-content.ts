import type { ContentSelection } from '@portico/kit/content/content-selection.ts'
import { markList, markObject, markRichText } from '@portico/kit/site/owner-marks.ts'
import { writeMark } from '@portico/kit/site/write-mark.ts'
import { getContentShape, isRichText, type Shape, unwrap } from './content-paths.ts'

/**
 * What a page selects of the owner's content, in a build: each value is a mark, and each list one item of marks. Throws an Error if it
 * selects something that the content doesn't have.
 */
export function createMarkedContent(selection: ContentSelection): object {
  const paths = new Map(
    Object.entries(selection).map(([name, { from }]) => [name, getContentShape(from).path]),
  )
  const parts = Object.entries(selection).map(([name, { from, fields }]) => {
    const { shape, path } = getContentShape(from)
    return [name, createMarked(fields === undefined ? shape : pickFields(shape, fields), path)]
  })
  return markObject(Object.fromEntries(parts), (name) => paths.get(name) ?? name)
}

function pickFields(shape: Shape, fields: readonly string[]): Shape {
  const { inner } = unwrap(shape)
  if (inner.item !== undefined) return { type: inner.type, item: pickFields(inner.item, fields) }
  const entries = fields.map((field): [string, Shape] => {
    const entry = inner.entries?.[field]
    if (entry === undefined) throw new Error(`the content has no field ${field} there`)
    return [field, entry]
  })
  return { type: inner.type, entries: Object.fromEntries(entries) }
}

/** An object with marks for the fields of a schema, whose paths begin with `prefix`. */
export function createMarkedObject(entries: NonNullable<Shape['entries']>, prefix: string): object {
  const fields = Object.entries(entries).map(([name, field]) => [name, createMarked(field, prefix + name)])
  return markObject(Object.fromEntries(fields), (field) => prefix + field)
}

function createMarked(shape: Shape, path: string): unknown {
  const { inner } = unwrap(shape)
  const { entries, item } = inner
  if (isRichText(inner)) return markRichText(path)
  if (entries !== undefined) return createMarkedObject(entries, `${path}.`)
  if (item !== undefined)
    return markList(path, [createMarked(item, `${path}.*`)], (position) =>
      createMarked(item, `${path}.${position}`),
    )
  return inner.type === 'boolean' ? true : writeMark(path)
}
