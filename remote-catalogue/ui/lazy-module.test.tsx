import { fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { type Chunk, chunkOf, useChunk } from './lazy-module.ts'
import { ChunkFailure } from './load-error.tsx'

function Part({ chunk }: { readonly chunk: Chunk<string> }) {
  const state = useChunk(chunk)
  if (state.status === 'failed') return <ChunkFailure what="The part" retry={state.retry} />
  return <p>{state.status === 'loaded' ? state.part : 'waiting'}</p>
}

function Arriving({ chunk, arrive }: { readonly chunk: Chunk<string>; readonly arrive: () => void }) {
  useLayoutEffect(arrive, [arrive])
  return <Part chunk={chunk} />
}

test('a part is asked for once, however many want it', async () => {
  const load = vi.fn(async () => 'here')
  const chunk = chunkOf(load)
  render(<Part chunk={chunk} />).unmount()
  render(<Part chunk={chunk} />)
  expect(await screen.findByText('here')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that is there already is drawn at once', async () => {
  const chunk = chunkOf(async () => 'here')
  await chunk.load()
  render(<Part chunk={chunk} />)
  expect(screen.getByText('here')).toBeTruthy()
})

test('a part that arrives between the drawing and its effects is drawn', async () => {
  const chunk: Chunk<string> = { loaded: undefined, load: async () => 'here' }
  render(<Arriving chunk={chunk} arrive={() => void Object.assign(chunk, { loaded: 'here' })} />)
  expect(await screen.findByText('here')).toBeTruthy()
})

test('a part that did not arrive is asked for again', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
  render(<Part chunk={chunkOf<string>(load)} />)
  expect((await screen.findByRole('alert')).textContent).toContain('The part could not be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'try again' }))
  expect(await screen.findByText('here')).toBeTruthy()
})
