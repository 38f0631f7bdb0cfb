import { expect, test } from 'vitest'
import { listImports } from './list-imports.ts'

test('every way to import is found with its line', () => {
  const text = `import {
  useState,
} from 'react'
import type { Page } from './page.ts'
import './page.css'
export { create } from 'zustand'
export * from './all.ts'
export const own = "import 'no-import'" // import('no-import')
const later = () => import(/* webpackChunkName: "x" */ './later.tsx')
const route = (name: string) => import(\`./pages/\${name}/route.tsx\`)
let record: import('./record.ts').Record
const thread = new Worker(new URL('./thread.ts', import.meta.url))
const other = new URL('./no-import.ts', document.baseURI)
const view = <p>import('no-import')</p>
`
  expect(
    listImports('page.tsx', text)
      .map(({ specifier, line }) => `${line} ${specifier}`)
      .toSorted(),
  ).toEqual(
    [
      '3 react',
      '4 ./page.ts',
      '5 ./page.css',
      '6 zustand',
      '7 ./all.ts',
      '9 ./later.tsx',
      '10 ./pages/*/route.tsx',
      '11 ./record.ts',
      '12 ./thread.ts',
    ].toSorted(),
  )
})

test('a file that is being edited has no imports', () => {
  expect(listImports('page.ts', "import { a from './a.ts'")).toEqual([])
})
