import { patience } from '@portico/kit/testing/patience.ts'
import { pageDataId, type SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { type PageEvent, pageEvent } from '@portico/protocol/release/page-event.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSelectedRemote } from '../testing/selected-remote.ts'
import { site } from '../testing/site.ts'
import { startInspector } from './inspector.ts'

const things = createSelectedRemote([{ path: '/' }, { path: '/things/:name' }], { name: 'things' })
const other = createSelectedRemote([{ path: '/other' }], { name: 'other' })
const canary: SelectedRemote = {
  ...other,
  arm: 'canary',
  rollout: 'r1',
  fallback: { ...other.release, version: '1.1.0' },
}

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ remotes: { other: { canary: { share: 100 } } } }),
  )
})
afterEach(() => {
  getPanel()?.querySelector<HTMLElement>('.top button:last-child')?.click()
  history.replaceState(null, '', '/')
})

function open(
  address: string,
  remotes: readonly SelectedRemote[],
  { showcase = '', developed }: { showcase?: string; developed?: string } = {},
): void {
  history.replaceState(null, '', address)
  const data = { revision: 1, loadDeadlineMs: 1_000, remotes, site }
  const script = document.createElement('script')
  Object.assign(script, { type: 'application/json', id: pageDataId, textContent: JSON.stringify(data) })
  const shell = document.createElement('script')
  shell.setAttribute('src', '/r/shell/2.0.0-22222222/inspect.js')
  if (developed !== undefined) shell.setAttribute('data-developed', developed)
  document.body.innerHTML = `<div id="root"><header></header><main>${showcase}</main><footer></footer></div>`
  document.body.append(script)
  startInspector(document, shell)
}

const getPanel = () => [...document.body.children].find(({ shadowRoot }) => shadowRoot)?.shadowRoot ?? null
const readRows = () => [...(getPanel()?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)
const tell = (detail: PageEvent) => document.dispatchEvent(new CustomEvent(pageEvent, { detail }))

test('each part of the page has its remote, release, arm and reason, and so have remotes that are not on it', async () => {
  open('/things/one?inspect', [things, canary])
  await vi.waitFor(() => expect(readRows().join()).toContain('1 %'), patience)
  expect(readRows()).toEqual([
    'Header and footershell 2.0.0-22222222Stable. Everyone gets it.',
    'Pagethings 1.2.0-0a1b2c3d · New teamStable. Everyone gets it: no rollout is in progress.',
    'otherother 1.2.0-0a1b2c3d · New teamCanary. This browser is in the 1 % of visitors who get the canary. Rollout: r1',
  ])
})

test('a showcase is its own part, and a release that replaced a failed one says so', async () => {
  open('/?inspect', [things, canary], { showcase: '<div data-remote="other"></div>' })
  tell({ state: 'mounted', remote: 'other', release: '1.1.0-0a1b2c3d', path: '/other' })
  await vi.waitFor(() => expect(readRows()[2]).toContain('Fallback. 1.2.0-0a1b2c3d failed'), patience)
  expect(readRows()[2]).toMatch(/^Showcaseother 1\.1\.0-0a1b2c3d ·/)
})

test.each([
  [{ ...other, arm: 'stable', rollout: 'r1' }, 'Stable. This browser is not in'],
  [{ ...other, arm: 'preview' }, 'Preview. Only browsers with the preview link get it.'],
  [
    { ...other, arm: 'preview', release: { ...other.release, version: '0.0.0-dev.k3v9x2m4qa.7' } },
    'Developer’s release. Only browsers with the link of this development session get it.',
  ],
  [{ ...other, off: 'a fire' }, 'Off. Turned off: a fire'],
] as const)('the reason is why this browser gets the release %#', (remote, reason) => {
  open('/other?inspect', [remote])
  expect(readRows()[1]).toContain(reason)
})

test('in `portico dev`, the remote is from this machine, and the others are as released', async () => {
  open('/things/one?inspect', [things, canary], { developed: 'things' })
  await vi.waitFor(() => expect(readRows().join()).toContain('1 %'), patience)
  expect(readRows()).toEqual([
    'Header and footershell 2.0.0-22222222Development build. The site’s shell, with React’s build for development.',
    'Pagethings 1.2.0 · New teamFrom this machine. portico dev builds it from your sources. Nobody else gets it.',
    expect.stringMatching(/^otherother 1\.2\.0-0a1b2c3d · New teamCanary\. This browser is in the 1 %/),
  ])
})

test('a part is outlined by its button, and the panel can be hidden and closed', () => {
  open('/?inspect', [things])
  const panel = getPanel()
  const [page] = [...(panel?.querySelectorAll<HTMLElement>('.show') ?? [])].slice(1)
  page?.click()
  expect([page?.getAttribute('aria-pressed'), panel?.querySelectorAll('.outline')]).toEqual([
    'true',
    expect.objectContaining({ length: 1 }),
  ])
  const toggle = panel?.querySelector<HTMLElement>('[aria-expanded]')
  toggle?.click()
  expect(toggle?.getAttribute('aria-expanded')).toBe('false')
  expect(panel?.querySelectorAll('.outline')).toHaveLength(0)
  panel
    ?.querySelector('section')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(getPanel()).toBeNull()
})

test('a development session shows it folded, and no other page shows it', () => {
  open('/', [things])
  expect(getPanel()).toBeNull()
  open('/', [
    { ...things, arm: 'preview', release: { ...things.release, version: '0.0.0-dev.k3v9x2m4qa.7' } },
  ])
  expect(getPanel()?.querySelector('[aria-expanded]')?.getAttribute('aria-expanded')).toBe('false')
})
