import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { awaitShellScript } from '@portico/protocol/await-shell.ts'
import { act, screen } from '@testing-library/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { adoptInput, keepInput, readTexts } from './adopt-input.ts'

const initial = {
  text: '',
  draft: 'Dear Ada',
  checked: false,
  size: 'S',
  theme: 'system',
  inputs: 0,
  clicks: 0,
}

/** Controls whose values React knows. */
function Site() {
  const root = useRef<HTMLElement>(null)
  const [texts] = useState(readTexts)
  const [state, setState] = useState(initial)
  const change = (changes: Partial<typeof initial>) => setState((before) => ({ ...before, ...changes }))
  useIsHydrating() // renders everything again right after hydration
  useLayoutEffect(() => {
    if (root.current) adoptInput(root.current, { texts })
  }, [texts])
  return (
    <main ref={root}>
      <output>{JSON.stringify(state)}</output>
      <input
        aria-label="Text"
        name="text"
        value={state.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <textarea
        aria-label="Draft"
        name="draft"
        value={state.draft}
        onChange={({ target }) => change({ draft: target.value })}
      />
      <input
        aria-label="Check"
        type="checkbox"
        checked={state.checked}
        onChange={({ target }) => change({ checked: target.checked })}
      />
      <select aria-label="Size" value={state.size} onChange={({ target }) => change({ size: target.value })}>
        <option>S</option>
        <option>L</option>
      </select>
      {['system', 'dark'].map((theme) => (
        <input
          key={theme}
          aria-label={theme}
          type="radio"
          name="theme"
          value={theme}
          checked={state.theme === theme}
          onChange={() => change({ theme })}
        />
      ))}
      <button type="button" onClick={() => setState((before) => ({ ...before, clicks: before.clicks + 1 }))}>
        <b>Count</b>
      </button>
      <form onInput={() => setState((before) => ({ ...before, inputs: before.inputs + 1 }))}>
        <input aria-label="Name" name="name" defaultValue="Ada" />
      </form>
    </main>
  )
}

let container: HTMLElement
let root: Root | undefined

beforeAll(() => {
  new Function('setTimeout', awaitShellScript)(() => {})
})
beforeEach(async () => {
  const { prelude } = await prerender(<Site />)
  await prerender(null) // The renderer leaves the contexts of its last tree set, for every renderer in this process.
  container = document.createElement('div')
  container.innerHTML = await new Response(prelude).text()
  document.body.append(container)
})
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  container.remove()
})

async function hydrate() {
  await act(async () => {
    root = hydrateRoot(container, <Site />)
  })
  return readState()
}

const readState = () => JSON.parse(screen.getByRole('status').textContent ?? '')
const find = <Type extends HTMLElement>(name: string) => screen.getByLabelText<Type>(name)

function use(): void {
  find('Check').click()
  find('dark').click()
  find<HTMLSelectElement>('Size').value = 'L'
  find<HTMLInputElement>('Text').value = 'early'
  find<HTMLTextAreaElement>('Draft').value = 'Dear Ada, hello'
  find<HTMLInputElement>('Name').value = 'Ada L.'
}

const used = {
  ...initial,
  text: 'early',
  draft: 'Dear Ada, hello',
  checked: true,
  size: 'L',
  theme: 'dark',
  inputs: 1,
}

function expectUsed(): void {
  expect(readState()).toEqual(used)
  expect(find<HTMLInputElement>('Check').checked).toBe(true)
  expect(find<HTMLInputElement>('dark').checked).toBe(true)
  for (const [name, value] of [
    ['Size', 'L'],
    ['Text', 'early'],
    ['Draft', 'Dear Ada, hello'],
    ['Name', 'Ada L.'],
  ] as const)
    expect(find<HTMLInputElement>(name).value).toBe(value)
}

test('where nothing was entered before hydration, it changes nothing', async () => {
  expect(await hydrate()).toEqual(initial)
})

test('what was typed, checked and chosen before hydration reaches React', async () => {
  use()
  await hydrate()
  expectUsed()
})

test('a choice that was undone before hydration leaves no trace', async () => {
  for (const name of ['Check', 'Check', 'dark', 'system']) find(name).click()
  expect(await hydrate()).toEqual(initial)
})

test('a click on a button that needs a script is repeated once', async () => {
  for (const _ of 'abc') screen.getByText('Count').click()
  expect(await hydrate()).toEqual({ ...initial, clicks: 1 })
})

test.each(['Text', 'Draft'])('focus and selection stay in the field “%s”', async (name) => {
  use()
  const field = find<HTMLInputElement>(name)
  field.focus()
  field.setSelectionRange(2, 4)
  await hydrate()
  expect(document.activeElement).toBe(field)
  expect([field.selectionStart, field.selectionEnd]).toEqual([2, 4])
})

test('what was entered in a page that is rendered anew is there afterwards, and so is the focus', async () => {
  use()
  find('Text').focus()
  const restore = keepInput(container)
  await act(async () => {
    root = createRoot(container)
    root.render(<Site />)
  })
  expect(readState()).toEqual(initial)
  await act(async () => restore())
  expectUsed()
  expect(document.activeElement).toBe(find('Text'))
})
