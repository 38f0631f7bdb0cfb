import { expect, test } from 'vitest'
import { getNextName } from './next-page.ts'

const pages = [
  { path: '/', access: 'open', title: 'HomePage' },
  { path: '/contact', access: 'private', title: 'Contact Us' },
  { path: '/projects/:name', access: 'private', title: 'Project' },
  { path: '/projects/new', access: 'private', title: 'New Project' },
  { path: '/api', access: 'private', title: 'Api', nameInSentence: 'the API catalogue' },
] as const

test.each([
  ['?next=%2Fapi', 'the API catalogue'],
  ['/auth/login?a=b&next=%2FAPI%3Fq%3D1%23red', 'the API catalogue'],
  ['?next=/contact', 'Contact Us'],
  ['?next=/projects/new', 'New Project'],
  ['?next=/projects/old', 'Project'],
  ['?next=/no/such/page', 'this page'],
  ['?next=/', null],
  ['?next=', null],
  ['?next=//evil.example', null],
  ['?other=/contact', null],
  ['', null],
])('behind %s is %s', (from, name) => {
  expect(getNextName(pages, from)).toBe(name)
})
