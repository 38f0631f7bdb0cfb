import { type PageData, pageDataId } from '@portico/protocol/discovery/discovery-document.ts'
import { expect, test } from 'vitest'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { site } from '../testing/site.ts'
import { readPageData } from './read-page-data.ts'

const data: PageData = {
  revision: 3,
  loadDeadlineMs: 120_000,
  remotes: [createSelectedRemote([{ path: '/new' }])],
  site,
}

function pageWith(text: string): Document {
  const page = document.implementation.createHTMLDocument()
  const script = page.createElement('script')
  script.type = 'application/json'
  script.id = pageDataId
  script.textContent = text
  page.body.append(script)
  return page
}

test('the page data is what the server inlined', () => {
  expect(readPageData(pageWith(JSON.stringify(data)))).toEqual(data)
})

test.each([null, { username: 'ada', done: true, isVerify: true, github: false, gmail: false }])(
  'the page data may tell who the visitor is: %j',
  (visitor) => {
    expect(readPageData(pageWith(JSON.stringify({ ...data, visitor }))).visitor).toEqual(visitor)
  },
)

test('a page without data fails with the reason', () => {
  expect(() => readPageData(document.implementation.createHTMLDocument())).toThrow(
    "The page has no element #page-data. It must be served by this site's server.",
  )
})

test.each([
  { what: 'a deadline of no length', changes: { loadDeadlineMs: 0 } },
  {
    what: 'a remote without integrity',
    changes: { remotes: [{ ...data.remotes[0], release: { entry: { file: 'remote.js' } } }] },
  },
  { what: 'a field that is not known', changes: { visitors: 7 } },
])('page data with $what is rejected', ({ changes }) => {
  expect(() => readPageData(pageWith(JSON.stringify({ ...data, ...changes })))).toThrow()
})
