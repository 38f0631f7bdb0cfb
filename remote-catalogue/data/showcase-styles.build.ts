import type { TextStyle } from '@portico/kit/api/text-style.ts'
import * as v from 'valibot'
import { readCategoryFiles } from './read-category-files.ts'
import { textStyles } from './text-styles.ts'

/** The page of the text styles. */
const path = '/api/fancy'

/** Numbers of styles that differ at a glance and that common fonts have. */
const shownStyles = [5, 7, 8, 15, 18, 21, 24, 31]

// The fields that the showcase needs. `validation/` checks the rest before the build.
const FileSchema = v.object({
  path: v.literal(path),
  rows: v.tuple([
    v.object({ variants: v.object({ items: v.array(v.object({ value: v.number(), name: v.string() })) }) }),
  ]),
})

/** A text style with its name. */
export interface NamedStyle {
  readonly name: string
  readonly style: TextStyle
}

/** The text styles that the showcase shows, of how many, and where the others are. */
export const textStyleShowcase: {
  readonly path: string
  readonly count: number
  readonly styles: readonly NamedStyle[]
} = createShowcase()

function createShowcase() {
  const file = readCategoryFiles().find(({ data }) => v.is(v.object({ path: v.literal(path) }), data))
  const [row] = v.parse(FileSchema, file?.data).rows
  const { items } = row.variants
  const styles = shownStyles.map((value) => {
    const style = textStyles[value]
    const item = items.find((candidate) => candidate.value === value)
    if (!style || !item) throw new Error(`${path} has no text style ${value}. Choose another one here.`)
    return { name: item.name, style }
  })
  return { path, count: items.length, styles }
}
