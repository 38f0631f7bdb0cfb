import { nameSelection } from '@portico/kit/content/content-selection.ts'
import { expect, test, vi } from 'vitest'
import { createOwnerContent } from './owner-content.ts'

const address = '/-/content/abc.json'
const project = { project: { from: 'projects.:name' } }
const home = { featured: { from: 'featured' } }
const page = { name: nameSelection(project), parameters: { name: 'one' }, value: { slug: 'one' } }
const remote = { name: 'portfolio' }

function create(respond: () => Promise<Response>, isOnline = true) {
  const fetch = vi.fn<typeof globalThis.fetch>(respond)
  const data = { address, page }
  return { fetch, content: createOwnerContent({ data, fetch, deadlineMs: 1_000, isOnline: () => isOnline }) }
}

const respondWithContent = async () => Response.json({ projects: [] })

test('the content that has come with the page, and a page without any, need no request', async () => {
  const { fetch, content } = create(respondWithContent)
  await content.prepare(remote, { content: project }, { name: 'one' })
  await content.prepare(remote, {}, {})
  expect(fetch).not.toHaveBeenCalled()
  expect([content.page, content.all]).toEqual([page, undefined])
})

test('the content file is fetched once, for every other page', async () => {
  const { fetch, content } = create(respondWithContent)
  await Promise.all([
    content.prepare(remote, { content: project }, { name: 'two' }),
    content.prepare(remote, { content: home }, {}),
  ])
  await content.prepare(remote, { content: { story: { from: 'story' } } }, {})
  expect(fetch).toHaveBeenCalledExactlyOnceWith(address, expect.anything())
  expect(content.all).toEqual({ projects: [] })
})

test.each([
  ['is unreachable', () => Promise.reject(new TypeError('Failed to fetch')), true, 'network'],
  ['is unreachable offline', () => Promise.reject(new TypeError('Failed to fetch')), false, 'offline'],
  ['responds with a problem', async () => new Response('{}', { status: 503 }), true, 'network'],
  ['sends something else', async () => new Response('<html>'), true, 'network'],
  ['hangs', () => Promise.reject(new DOMException('', 'TimeoutError')), true, 'timeout'],
])(
  'a site that %s is a load failure of the page, and a retry asks again',
  async (_, respond, isOnline, reason) => {
    const { fetch, content } = create(respond, isOnline)
    const prepare = () => content.prepare(remote, { content: home }, {})
    await expect(prepare()).rejects.toMatchObject({ name: 'LoadFailure', remote: 'portfolio', reason })
    fetch.mockImplementation(respondWithContent)
    await prepare()
    expect(content.all).toEqual({ projects: [] })
  },
)
