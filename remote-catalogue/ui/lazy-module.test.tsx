import { fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { createLazyModule, type LazyModule, useLazyModule } from './lazy-module.ts'
import { LoadError } from './load-error.tsx'

function Part({ lazyModule }: { readonly lazyModule: LazyModule<string> }) {
  const state = useLazyModule(lazyModule)
  if (state.status === 'failed') return <LoadError what="The part" retry={state.retry} />
  return <p>{state.status === 'loaded' ? state.module : 'loading'}</p>
}

function LoadedOnLayout({
  lazyModule,
  onLayout,
}: {
  readonly lazyModule: LazyModule<string>
  readonly onLayout: () => void
}) {
  useLayoutEffect(onLayout, [onLayout])
  return <Part lazyModule={lazyModule} />
}

test('a module is fetched once, however many components use it', async () => {
  const fetchModule = vi.fn(async () => 'loaded')
  const lazyModule = createLazyModule(fetchModule)
  render(<Part lazyModule={lazyModule} />).unmount()
  render(<Part lazyModule={lazyModule} />)
  expect(await screen.findByText('loaded')).toBeTruthy()
  expect(fetchModule).toHaveBeenCalledTimes(1)
})

test('a loaded module is rendered immediately', async () => {
  const lazyModule = createLazyModule(async () => 'loaded')
  await lazyModule.load()
  render(<Part lazyModule={lazyModule} />)
  expect(screen.getByText('loaded')).toBeTruthy()
})

test('a module that loads between the render and its effects is rendered', async () => {
  const lazyModule: LazyModule<string> = { loaded: undefined, load: async () => 'loaded' }
  const onLayout = () => void Object.assign(lazyModule, { loaded: 'loaded' })
  render(<LoadedOnLayout lazyModule={lazyModule} onLayout={onLayout} />)
  expect(await screen.findByText('loaded')).toBeTruthy()
})

test('a failed load can be retried', async () => {
  const fetchModule = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('loaded')
  render(<Part lazyModule={createLazyModule<string>(fetchModule)} />)
  expect((await screen.findByRole('alert')).textContent).toContain('The part couldn’t be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'try again' }))
  expect(await screen.findByText('loaded')).toBeTruthy()
})
