import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { earlyInputScript } from '@portico/protocol/record-early-input.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSelections, stopEarlyInput, takeInLayout, takeInPage, useReplay } from './replay-early-input.ts'

const initial = {
  text: '',
  note: '',
  draft: 'Dear Ada',
  checked: false,
  size: 'S',
  theme: 'system',
  open: false,
  clicks: 0,
  sent: '',
  row: '',
  items: '',
  keys: '',
  isExpanded: false,
  page: '',
}

/** A layout with a button, and a page with controls whose values React knows. */
function Site() {
  const main = useRef<HTMLElement>(null)
  const [state, setState] = useState(initial)
  const [clicks, setClicks] = useState(0)
  const change = (changes: Partial<typeof initial>) => setState((before) => ({ ...before, ...changes }))
  useIsHydrating() // renders everything again right after hydration, before any effect
  useReplay(() => (main.current ? takeInLayout(main.current) : undefined))
  const [selections] = useState(readSelections)
  useReplay(() => (main.current ? takeInPage(main.current, selections) : undefined))
  return (
    <>
      <button type="button" onClick={() => setClicks(clicks + 1)}>
        Menu
      </button>
      <output>{JSON.stringify(state)}</output>
      <output>{clicks}</output>
      <main ref={main}>
        <input
          aria-label="Text"
          value={state.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <input
          aria-label="Search"
          type="search"
          onKeyDown={({ key }) => change({ keys: `${state.keys}${key}.` })}
        />
        <textarea
          aria-label="Note"
          value={state.note}
          onChange={({ target }) => change({ note: target.value })}
        />
        <textarea
          aria-label="Draft"
          value={state.draft}
          onChange={({ target }) => change({ draft: target.value })}
        />
        <input
          aria-label="Check"
          type="checkbox"
          checked={state.checked}
          onChange={({ target }) => change({ checked: target.checked })}
        />
        <select
          aria-label="Size"
          value={state.size}
          onChange={({ target }) => change({ size: target.value })}
        >
          <option>S</option>
          <option>L</option>
        </select>
        <select aria-label="Go to" value="here" onChange={({ target }) => change({ page: target.value })}>
          <option>here</option>
          <option>there</option>
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
        <details
          suppressHydrationWarning
          onToggle={({ currentTarget }) => change({ open: currentTarget.open })}
        >
          <summary>Details</summary>
        </details>
        <button type="button" aria-keyshortcuts="Alt+N" onClick={() => change({ clicks: state.clicks + 1 })}>
          Next
        </button>
        <button type="button" onClick={() => change({ isExpanded: !state.isExpanded })}>
          <span>Toggle</span>
        </button>
        <button type="button" popoverTarget="popover" onClick={() => change({ clicks: -1 })}>
          Open
        </button>
        <div id="popover" popover="auto" />
        <a
          href="?row=1"
          onClick={(event) => {
            event.preventDefault()
            event.currentTarget.focus()
            change({ row: event.currentTarget.search })
          }}
        >
          Row
        </a>
        <a href="/another-page?row=1">Another page</a>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the links inside */}
        <ul onClick={({ target }) => change({ items: `${state.items}${(target as Element).textContent}.` })}>
          <li>
            <a href="?row=2" onClick={(event) => event.preventDefault()}>
              Name
            </a>{' '}
            <b>Description</b>
          </li>
          <li>
            <b>Another item</b>
          </li>
        </ul>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            change({ sent: `${state.sent}${new FormData(event.currentTarget).get('name')}.` })
          }}
        >
          <input aria-label="Name" name="name" />
          <button type="submit">Send</button>
        </form>
        <form aria-label="Posted" action="/sent" method="post" onSubmit={(event) => event.preventDefault()}>
          <button type="submit">Post</button>
        </form>
        <form aria-label="Elsewhere" action="https://example.com/">
          <button type="submit">Go</button>
        </form>
      </main>
    </>
  )
}

let container: HTMLElement
let root: Root | undefined
const timers: ReturnType<typeof setTimeout>[] = []

// A timer of the script that outlived this file would find no document, and fail another file.
const setTimer = (...given: Parameters<typeof setTimeout>) => timers.push(setTimeout(...given))

beforeEach(async () => {
  const { prelude } = await prerender(<Site />)
  await prerender(null) // The renderer leaves the contexts of its last tree set, for every renderer in this process.
  container = document.createElement('div')
  container.innerHTML = await new Response(prelude).text()
  document.body.append(container)
  const script = document.createElement('script')
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
  new Function('setTimeout', earlyInputScript)(setTimer)
  Reflect.deleteProperty(document, 'currentScript')
})
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  stopEarlyInput()
  container.remove()
  for (const timer of timers.splice(0)) clearTimeout(timer)
})

async function hydrate() {
  await act(async () => {
    root = hydrateRoot(container, <Site />)
  })
  return readSite()
}

function readSite() {
  const [state, clicks] = screen.getAllByRole('status')
  return { state: JSON.parse(state?.textContent ?? ''), clicks: clicks?.textContent }
}

const find = <Type extends HTMLElement>(name: string) => screen.getByLabelText<Type>(name)
const button = (name: string) => screen.getByRole('button', { name })

function type(control: HTMLInputElement | HTMLTextAreaElement, text: string) {
  control.focus()
  for (const letter of text) {
    control.value += letter
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

test.each(['', ', hello'])(
  'the selection in a text that the page begins with stays, after “%s” is typed',
  async (typed) => {
    const draft = find<HTMLTextAreaElement>('Draft')
    draft.focus()
    type(draft, typed)
    draft.setSelectionRange(5, 8)
    expect((await hydrate()).state.draft).toBe(`Dear Ada${typed}`)
    expect([draft.value, draft.selectionStart, draft.selectionEnd]).toEqual([`Dear Ada${typed}`, 5, 8])
  },
)

test('without early input, hydration changes nothing', async () => {
  expect(await hydrate()).toEqual({ state: initial, clicks: '0' })
})

test('what was typed before hydration reaches React, and cursor and focus stay', async () => {
  const text = find<HTMLInputElement>('Text')
  type(find<HTMLTextAreaElement>('Note'), 'two words')
  type(text, 'early')
  text.setSelectionRange(2, 3)
  expect((await hydrate()).state).toEqual({ ...initial, text: 'early', note: 'two words' })
  expect([text.value, text.selectionStart, text.selectionEnd]).toEqual(['early', 2, 3])
  expect(document.activeElement).toBe(text)
})

test('what the browser has filled in before hydration reaches React', async () => {
  find<HTMLInputElement>('Text').value = 'restored'
  expect((await hydrate()).state).toEqual({ ...initial, text: 'restored' })
})

test('what was checked, chosen and opened before hydration reaches React', async () => {
  find('Check').click()
  find('dark').click()
  const size = find<HTMLSelectElement>('Size')
  size.value = 'L'
  size.dispatchEvent(new Event('input', { bubbles: true }))
  screen.getByText('Details').click()
  container.querySelector('details')?.dispatchEvent(new Event('toggle'))
  await hydrate()
  const expected = { ...initial, checked: true, theme: 'dark', size: 'L', open: true }
  await waitFor(() => expect(readSite().state).toEqual(expected)) // A select is repeated later.
  expect(find<HTMLInputElement>('Check').checked).toBe(true)
  expect(find<HTMLInputElement>('dark').checked).toBe(true)
  expect(size.value).toBe('L')
})

test('a choice that makes React hydrate is repeated after the last of its events', async () => {
  const goTo = find<HTMLSelectElement>('Go to')
  goTo.addEventListener('input', () => void hydrateAtOnce(), { once: true })
  goTo.value = 'there'
  goTo.dispatchEvent(new Event('input', { bubbles: true }))
  goTo.dispatchEvent(new Event('change', { bubbles: true })) // React has just set the select to what it knows.
  await waitFor(() => expect(readSite().state.page).toBe('there'))
})

function hydrateAtOnce() {
  act(() => {
    root = hydrateRoot(container, <Site />)
  })
}

test('a choice that was undone before hydration leaves no trace', async () => {
  find('Check').click()
  find('Check').click()
  find('dark').click()
  find('system').click()
  expect((await hydrate()).state).toEqual(initial)
})

test('clicks before hydration are repeated, except those that needed no script', async () => {
  button('Next').click()
  button('Open').click()
  button('Menu').click()
  expect(await hydrate()).toEqual({ state: { ...initial, clicks: 1 }, clicks: '1' })
  act(() => button('Next').click())
  expect(screen.getAllByRole('status')[0]?.textContent).toContain('"clicks":2')
})

test('a control that an impatient visitor clicks several times before hydration is clicked once', async () => {
  button('Next').click()
  button('Next').click()
  screen.getByText('Toggle').click() // the text in the button
  button('Toggle').click()
  button('Menu').click()
  button('Menu').click()
  expect(await hydrate()).toEqual({ state: { ...initial, clicks: 1, isExpanded: true }, clicks: '1' })
})

function press(control: HTMLElement, key: string) {
  control.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

test('keys that lead from a search field to its results are repeated', async () => {
  const search = find('Search')
  search.focus()
  for (const key of ['x', 'Enter', 'ArrowDown']) press(search, key)
  press(find('Text'), 'Enter')
  expect((await hydrate()).state).toEqual({ ...initial, keys: 'Enter.ArrowDown.' })
})

test('a key in a search field that the visitor has left since is not repeated', async () => {
  find('Search').focus()
  press(find('Search'), 'Enter')
  find('Text').focus()
  expect((await hydrate()).state).toEqual(initial)
})

test('a form that is submitted before hydration is sent once, after it, with what was typed', async () => {
  const name = find<HTMLInputElement>('Name')
  type(name, 'Ada')
  button('Send').click()
  button('Send').click()
  expect((await hydrate()).state).toEqual({ ...initial, sent: 'Ada.' })
})

/** Lets a script of the page fail to load. */
function fail(how: Partial<HTMLScriptElement>): void {
  const script = Object.assign(document.createElement('script'), how)
  document.head.append(script)
  script.dispatchEvent(new Event('error'))
  script.remove()
}

describe('a form that has an action', () => {
  const submit = () => {
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Posted' })
    const event = new Event('submit', { bubbles: true, cancelable: true })
    form.dispatchEvent(event)
    return !event.defaultPrevented
  }
  const countSent = () => {
    let sent = 0
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Posted' })
    form.requestSubmit = () => {
      sent += 1
    }
    return () => sent
  }
  afterEach(() => vi.useRealTimers())

  test('waits for the script, which sends it', async () => {
    const sent = countSent()
    expect(submit()).toBe(false)
    expect(sent()).toBe(0)
    await hydrate()
    expect(sent()).toBe(1)
  })

  test('is sent by the browser when the script takes too long, once, and so are later ones', async () => {
    vi.useFakeTimers()
    const sent = countSent()
    expect([submit(), submit()]).toEqual([false, false])
    vi.advanceTimersByTime(4_999)
    expect(sent()).toBe(0)
    vi.advanceTimersByTime(10)
    expect(sent()).toBe(1)
    expect(submit()).toBe(true)
    vi.useRealTimers()
    await hydrate()
    expect(sent()).toBe(1)
  })

  test('is sent by the browser at once when the shell’s script fails, which the page says', async () => {
    const sent = countSent()
    expect(submit()).toBe(false)
    fail({ async: true })
    expect(screen.queryByRole('alert')).toBeNull()
    fail({ defer: true })
    expect(screen.getByRole('alert').textContent).toMatch(/^The script of this page hasn’t loaded/)
    expect(sent()).toBe(1)
    expect(submit()).toBe(true)
    expect(submit(), 'clicked again while the response is on its way').toBe(false)
    await hydrate()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

test('a form that the browser itself can send is left to it', async () => {
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Elsewhere' })
  const submit = new Event('submit', { bubbles: true, cancelable: true })
  form.dispatchEvent(submit)
  expect(submit.defaultPrevented).toBe(false)
  expect((await hydrate()).state).toEqual(initial)
})

/** Clicks a link. Returns whether the browser would follow it. */
function follow(name: string, keys: MouseEventInit = {}): boolean {
  const link = screen.getByRole('link', { name })
  let isFollowed = true
  const stop = (event: Event) => {
    isFollowed = !event.defaultPrevented
    event.preventDefault()
  }
  link.addEventListener('click', stop, { once: true })
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
  return isFollowed
}

test('a link to another view of the page is followed after hydration', async () => {
  expect(follow('Row')).toBe(false)
  expect((await hydrate()).state).toEqual({ ...initial, row: '?row=1' })
})

test('a click in a row, next to its controls, is repeated', async () => {
  screen.getByText('Another item').click()
  screen.getByText('Description').click()
  screen.getByText('Description').click()
  expect((await hydrate()).state).toEqual({ ...initial, items: 'Another item.Description.' })
})

test('clicks on the link of a row and next to it are one click', async () => {
  screen.getByText('Name').click()
  screen.getByText('Description').click()
  expect((await hydrate()).state).toEqual({ ...initial, items: 'Description.' })
})

test('the focus stays in a field that is used after a click', async () => {
  follow('Row')
  find('Text').focus()
  type(find<HTMLInputElement>('Text'), 'Hi')
  expect((await hydrate()).state).toEqual({ ...initial, row: '?row=1', text: 'Hi' })
  expect(document.activeElement).toBe(find('Text'))
})

test('the focus follows a click that comes last', async () => {
  find('Text').focus()
  type(find<HTMLInputElement>('Text'), 'Hi')
  follow('Row')
  await hydrate()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Row' }))
})

test('links to other pages, and those that open in a new tab, are left to the browser', async () => {
  expect(follow('Another page')).toBe(true)
  expect(follow('Row', { ctrlKey: true })).toBe(true)
  expect((await hydrate()).state).toEqual(initial)
})

describe('a link to another view of the page', () => {
  const countFollowed = () => {
    let followed = 0
    const count = (event: Event) => {
      if (!event.defaultPrevented) followed += 1
      event.preventDefault()
    }
    screen.getByRole('link', { name: 'Row' }).addEventListener('click', count)
    return () => followed
  }
  afterEach(() => vi.useRealTimers())

  test('is followed by the browser when the script takes too long, once, and so are later ones', async () => {
    vi.useFakeTimers()
    const followed = countFollowed()
    screen.getByRole('link', { name: 'Row' }).click()
    screen.getByRole('link', { name: 'Row' }).click()
    vi.advanceTimersByTime(4_999)
    expect(followed()).toBe(0)
    vi.advanceTimersByTime(10)
    expect(followed()).toBe(1)
    screen.getByRole('link', { name: 'Row' }).click()
    expect(followed()).toBe(2)
    vi.useRealTimers()
    expect((await hydrate()).state).toEqual(initial)
  })

  test('is followed by the browser at once when the shell’s script fails', () => {
    const followed = countFollowed()
    screen.getByRole('link', { name: 'Row' }).click()
    expect(followed()).toBe(0)
    fail({ defer: true })
    expect(followed()).toBe(1)
    screen.getByRole('link', { name: 'Row' }).click()
    expect(followed()).toBe(2)
  })

  test('is not followed once another page was requested', async () => {
    const followed = countFollowed()
    follow('Row')
    follow('Another page')
    fail({ defer: true })
    expect(followed()).toBe(0)
    expect((await hydrate()).state).toEqual(initial)
  })
})
