import { type Host, HostContext } from '@portico/kit/contract/contract.ts'
import { detectLeaks } from '@portico/kit/testing/leak-detector.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestLoader, getFailure } from '../../testing/remote-loader.ts'
import { createSelectedRemote } from '../../testing/selected-remote.ts'
import { RenderBoundary } from '../render-boundary.tsx'
import type { App } from './mount-app.ts'
import { MountDelayContext } from './mount-delay.ts'

const { release, ...rest } = createSelectedRemote([{ path: '/shop/:id' }])
const shop = { ...rest, release: { ...release, app: './App' } }

type RenderInfo = Parameters<App['render']>[0]

/** An application that renders `html` and listens for resizes. */
function createApp(html = '<h1>Shop</h1>') {
  const stop = new Map<HTMLElement, () => void>()
  return {
    render: vi.fn(async ({ dom }: RenderInfo) => {
      const resize = () => {}
      window.addEventListener('resize', resize)
      stop.set(dom, () => window.removeEventListener('resize', resize))
      dom.innerHTML = html
    }),
    destroy: vi.fn(({ dom }: Pick<RenderInfo, 'dom'>) => {
      stop.get(dom)?.()
      stop.delete(dom)
      dom.replaceChildren()
    }),
  }
}

/** Opens the page of an application. */
async function open(app: object) {
  const { loader } = createTestLoader(async () => ({ default: () => app }))
  const Page = await loader.loadPage(shop, '/shop/:id')
  const delay = { current: null as Promise<void> | null }
  const [navigate, onError] = [vi.fn(), vi.fn()]
  const createPage = (key: string) => (
    <HostContext value={{ navigate } as Partial<Host> as Host}>
      <MountDelayContext value={delay}>
        <RenderBoundary onError={onError}>{key && <Page key={key} />}</RenderBoundary>
      </MountDelayContext>
    </HostContext>
  )
  const { rerender, container } = render(createPage('1'))
  const show = (key: string) => act(async () => rerender(createPage(key)))
  await act(async () => {})
  return { container, delay, navigate, onError, show }
}

test('an application renders the page below the part of its path before the first parameter', async () => {
  const app = createApp()
  const { delay } = await open(app)
  await screen.findByRole('heading', { name: 'Shop' })
  expect(app.render).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ moduleName: 'new', basename: '/shop' }),
  )
  await delay.current // It counts as mounted.
})

test('twenty visits leave no listener, timer or element behind', async () => {
  const app = createApp()
  const detector = detectLeaks()
  onTestFinished(detector.stop)
  const { container, show } = await open(app)
  for (const visit of Array.from({ length: 20 }, (_, at) => at + 2)) await show(String(visit))
  expect(app.destroy).toHaveBeenCalledTimes(20)
  await show('')
  expect(app.destroy.mock.calls).toEqual(
    app.render.mock.calls.map(([{ dom }]) => [{ dom, moduleName: 'new' }]),
  )
  expect(container.innerHTML).toBe('')
  expect(detector.outstanding().filter((held) => / on window|setTimeout/.test(held))).toEqual([])
})

test('an application that is left while it renders is destroyed once it has', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const app = { ...createApp(), render: vi.fn(() => promise) }
  const { show } = await open(app)
  await show('')
  expect(app.destroy).not.toHaveBeenCalled()
  await act(async () => resolve())
  expect(app.destroy).toHaveBeenCalledTimes(1)
  expect(app.render.mock.lastCall).toEqual([
    expect.objectContaining({ signal: expect.objectContaining({ aborted: true }) }),
  ])
})

const broken = new Error('broken')
const reject = async () => {
  throw broken
}
test.each<[string, App['render']]>([
  ['rejects', reject],
  [
    'throws',
    () =>
      void (() => {
        throw broken
      })(),
  ],
  ['passes to the fallback of a bridge', ({ fallback }) => fallback({ error: broken })],
  [
    'throws in a task of its own, before it shows anything',
    async () => {
      const filename = 'https://example.com/r/new/1.2.0-0a1b2c3d/main.js'
      window.dispatchEvent(new ErrorEvent('error', { error: broken, filename }))
    },
  ],
])('an error that an application %s is the page’s', async (_, renderApp) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const { onError } = await open({ ...createApp(), render: renderApp })
  expect(onError).toHaveBeenCalledExactlyOnceWith(broken)
  logged.mockReset()
})

test.each([
  ['/cart?x=1', 'opens in the shell', ['/cart?x=1']],
  ['/shop/2', 'is left to the application, below its own path', []],
  ['https://another.example/cart', 'to another site is left to the browser', []],
])('a link to %s %s', async (href, _, navigated) => {
  const { navigate } = await open(createApp(`<a href="${href}"><b>Open</b></a>`))
  // happy-dom follows links before the event has bubbled.
  const link = screen.getByText('Open').closest('a')
  vi.spyOn(Object.getPrototypeOf(link), 'dispatchEvent').mockReturnValue(true)
  fireEvent.click(screen.getByText('Open'))
  expect(navigate.mock.calls.flat()).toEqual(navigated)
})

test.each([{ default: {} }, { default: () => ({ render() {} }) }, { remote: { routes: [] } }, null])(
  'a module that is no application fails as one against the contract: %j',
  async (loaded) => {
    const { loader } = createTestLoader(async () => loaded)
    expect(await getFailure(loader.loadPage(shop, '/shop/:id'))).toMatchObject({ reason: 'contract' })
  },
)
