import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findBundledPackage } from './find-bundled-package.ts'

const read = (file: string, from: string) =>
  readFileSync(new URL(file, import.meta.resolve(from).replace(/[^/]*$/, '')), 'utf8')

// The installed packages: an upgrade that changes the code must change the signature as well.
test.each([
  { name: 'react', code: read('cjs/react.production.js', 'react') },
  { name: 'react', code: read('cjs/react.development.js', 'react') },
  { name: 'react-dom', code: read('cjs/react-dom.production.js', 'react-dom') },
  {
    name: 'react-router',
    code: readFileSync(
      new URL('lib/context.js', import.meta.resolve('react-router').replace(/[^/]*$/, '')),
      'utf8',
    ),
  },
  {
    name: '@portico/kit/contract',
    code: readFileSync(fileURLToPath(import.meta.resolve('@portico/kit/contract/contract.ts')), 'utf8'),
  },
])('finds $name', ({ name, code }) => {
  expect(findBundledPackage(code)).toBe(name)
})

test.each([
  { what: 'the minified context', code: 'let d=n.createContext({outlet:null,matches:[],isDataRoute:!1});' },
  {
    what: 'that of a development build',
    code: 'createContext({ outlet: null, matches: [], isDataRoute: false })',
  },
])('finds react-router by $what', ({ code }) => {
  expect(findBundledPackage(code)).toBe('react-router')
})

test.each([
  { what: 'the automatic runtime of JSX', code: read('cjs/react-jsx-runtime.production.js', 'react') },
  {
    what: 'a package that only reads React’s internals',
    code: 'var i=r.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;if(i.x===1);',
  },
  { what: 'the name of a package', code: 'import("react-router"),"react-dom"' },
])('accepts $what', ({ code }) => {
  expect(findBundledPackage(code)).toBeNull()
})
