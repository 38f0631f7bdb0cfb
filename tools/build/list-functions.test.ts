import { expect, test } from 'vitest'
import { listFunctions } from './list-functions.ts'

test('named functions and classes are listed with their lines', () => {
  const source = `export function Page() {
  const send = useCallback(async () => {
    throw new Error()
  }, [])
  const rows = list.map(() => 1)
}
class Store {
  read() {}
}
const memoized = memo(() => null)`
  expect(listFunctions('../pages/page.tsx', source)).toEqual([
    [1, 6, 'Page'],
    [2, 4, 'send'],
    [7, 9, 'Store'],
    [8, 8, 'read'],
    [10, 10, 'memoized'],
  ])
})

test.each(['../node_modules/left-pad/index.js', '../pages/page.module.css'])('none in %s', (file) => {
  expect(listFunctions(file, 'function f() {}')).toEqual([])
})
