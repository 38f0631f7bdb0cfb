import { expect, test } from 'vitest'
import { allEntries } from '../testing/search-index.ts'
import { capVariants, getRowKey } from './cap-variants.ts'

const getEntry = (position: number) => allEntries[position]
/** The positions of a row's first variants, of which there are `count`. */
function findVariants(id: string, count: number): number[] {
  const found = allEntries.flatMap((entry, position) =>
    entry.variant && entry.id.startsWith(`${id}.`) ? [position] : [],
  )
  return found.slice(0, count)
}

test('each row keeps its three best variants, and other results stay where they are', () => {
  const [styles, effects] = [findVariants('fancy', 40), findVariants('attp_i', 2)]
  const { positions, more } = capVariants(
    { positions: Uint32Array.from([0, ...styles, ...effects]), getEntry },
    new Set(),
  )
  expect(positions).toEqual([0, ...styles.slice(0, 3), ...effects])
  expect([...more].map(([position, { row, count }]) => [position, row.name, count])).toEqual([
    [styles[2], 'Fancy text', 40],
  ])
})

test('one more variant than that is not hidden behind a button', () => {
  const styles = findVariants('fancy', 4)
  const { positions, more } = capVariants({ positions: Uint32Array.from(styles), getEntry }, new Set())
  expect([positions, more.size]).toEqual([styles, 0])
})

test('an expanded row keeps all its variants', () => {
  const styles = findVariants('fancy', 40)
  const entry = getEntry(styles[0] ?? 0)
  const expanded = new Set(entry ? [getRowKey(entry)] : [])
  const { positions, more } = capVariants({ positions: Uint32Array.from(styles), getEntry }, expanded)
  expect([positions, more.size]).toEqual([styles, 0])
})
