import * as v from 'valibot'
import { expect, test } from 'vitest'
import { RemoteManifestSchema } from './manifest.ts'

const page = { path: '/new', access: 'open', title: 'New' } as const
const manifest = { name: 'new', team: 'New team', contractVersion: 1, pages: [page] }

/** `<field>: <message>` of each error. */
function getErrors(input: unknown): string[] {
  const { issues } = v.safeParse(RemoteManifestSchema, input)
  return (issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}

const getErrorsPath = (path: string) => getErrors({ ...manifest, pages: [{ ...page, path }] })

test.each(['/', '/new', '/new/:id', '/:id/new.page/x_y-z', '/new/*', '/Old'])(
  '%s is a path of a page',
  (path) => {
    expect(getErrorsPath(path)).toEqual([])
  },
)

test.each([
  '',
  'new',
  '//new',
  '/new//page',
  '/new/',
  '/a?b',
  '/a#b',
  '/a b',
  '/%61',
  '/:',
  '/a:id',
  '/:id.js',
  '/*/new',
  '/new*',
])('%j is no path of a page', (path) => {
  expect(getErrorsPath(path)).toEqual(['pages.0.path: expected a path such as /projects/:name'])
})

test.each(['/-', '/-/health', '/r', '/r/new/1.0.0'])('%s belongs to the server', (path) => {
  expect(getErrorsPath(path)).toEqual([
    'pages.0.path: expected a path outside of /-/ and /r/, which belong to the server',
  ])
})

test.each(['/-a', '/read', '/a/r/-'])('%s only resembles a path of the server', (path) => {
  expect(getErrorsPath(path)).toEqual([])
})

test.each([
  { name: 'shell', fault: 'name: expected another name: the shell has this one' },
  { name: '../shell', fault: 'name: expected lower-case letters, digits and -' },
  { name: 'New', fault: 'name: expected lower-case letters, digits and -' },
  { name: 'n'.repeat(32), fault: 'name: expected lower-case letters, digits and -' },
])('$name is no name of a remote', ({ name, fault }) => {
  expect(getErrors({ ...manifest, name })).toEqual([fault])
})

test('reports every error with its field', () => {
  const faults = getErrors({
    ...manifest,
    team: '',
    contractVersion: 1.5,
    pages: [{ ...page, access: 'everybody' }],
    owner: 'me',
  })
  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'team',
    'contractVersion',
    'pages.0.access',
    'owner',
  ])
})

test('rejects a remote without pages', () => {
  expect(getErrors({ ...manifest, pages: [] })).toHaveLength(1)
})

test.each([
  true,
  { except: ['q'] },
  { next: true },
  { except: ['q'], next: true },
  { views: ['forgot'], profile: true },
])('%j says when a page is prerendered', (prerender) => {
  expect(getErrors({ ...manifest, pages: [{ ...page, prerender }] })).toEqual([])
})

test.each([
  false,
  { except: [] },
  { except: [''] },
  { only: ['q'] },
  { next: false },
  { views: ['a=b'] },
  { profile: false },
])('%j does not say when a page is prerendered', (prerender) => {
  expect(getErrors({ ...manifest, pages: [{ ...page, prerender }] })).not.toEqual([])
})

test.each([
  ['home', 'pages.0.content: '],
  [{ project: { from: '../projects' } }, 'pages.0.content.project.from: expected a path of the content'],
  [{ project: { from: 'projects.:name', fields: ['__proto__'] } }, 'pages.0.content.project.fields.0: '],
])('%j is no declaration of content', (content, error) => {
  expect(getErrors({ ...manifest, pages: [{ ...page, content }] })).toEqual([expect.stringContaining(error)])
})

test('a remote may say how its releases are rolled out, within the bounds of every plan', () => {
  const steps = [{ percent: 5, minutes: 30 }, { percent: 100 }]
  expect(getErrors({ ...manifest, rollout: { plan: 'low' } })).toEqual([])
  expect(getErrors({ ...manifest, rollout: { plan: 'mid', steps } })).toEqual([])
  expect(
    getErrors({ ...manifest, rollout: { plan: 'mid', steps: [{ percent: 2, loads: 3 }, ...steps] } }),
  ).toEqual(['rollout.steps.0.loads: expected 100 to 100000 loads'])
  expect(getErrors({ ...manifest, rollout: { plan: 'now' } })).toHaveLength(1)
})

test('a page may declare what it shows of the owner’s content', () => {
  const content = { project: { from: 'projects.:name', fields: ['slug'] }, sample: { from: 'sample' } }
  expect(getErrors({ ...manifest, pages: [{ ...page, content }] })).toEqual([])
})
