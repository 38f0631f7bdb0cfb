import { patience } from '@portico/kit/testing/patience.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { syncTheme } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'

let stop: () => void

beforeEach(() => {
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f6f3">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1013">`
  stop = syncTheme()
})

afterEach(() => {
  stop()
  cleanup()
  delete document.documentElement.dataset.theme
  keep('portico.theme=; Path=/; Max-Age=0')
  document.head.innerHTML = ''
})

function keep(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: what another tab or an earlier visit stored
  document.cookie = cookie
}

const press = (name: string) => act(async () => void fireEvent.click(option(name)))
const option = (name: string) =>
  within(screen.getByRole('group', { name: 'Theme' })).getByRole<HTMLInputElement>('radio', { name })
const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)
const barColors = () =>
  [...document.querySelectorAll('meta[name="theme-color"]')].map((meta) => meta.getAttribute('content'))
const ofAnotherTab = (value: string) =>
  act(async () => {
    dispatchEvent(new StorageEvent('storage', { key: 'portico.theme', newValue: value }))
  })

test('the default is the system theme', () => {
  render(<ThemeSwitch />)
  expect(chosen()).toEqual([option('System')])
})

test('the theme that the server wrote into the page is selected', () => {
  document.documentElement.dataset.theme = 'dark'
  render(<ThemeSwitch />)
  expect(chosen()).toEqual([option('Dark')])
})

test.each([
  { name: 'Dark', value: 'dark', bars: ['#0e1013', '#0e1013'] },
  { name: 'Light', value: 'light', bars: ['#f6f6f3', '#f6f6f3'] },
])(
  '$name applies immediately, also to the browser’s toolbar, and is saved',
  async ({ name, value, bars }) => {
    render(<ThemeSwitch />)
    await press(name)
    expect(document.documentElement.dataset.theme).toBe(value)
    expect(barColors()).toEqual(bars)
    expect(document.cookie).toContain(`portico.theme=${value}`)
    expect(chosen()).toEqual([option(name)])
  },
)

test('choosing the system theme again removes the cookie', async () => {
  render(<ThemeSwitch />)
  await press('Dark')
  await press('System')
  expect(document.documentElement.dataset.theme).toBe(undefined)
  expect(barColors()).toEqual(['#f6f6f3', '#0e1013'])
  // The test's DOM keeps an expired cookie until the next millisecond.
  await vi.waitFor(() => expect(document.cookie).not.toContain('portico.theme'), patience)
})

test('a choice in another tab applies here', async () => {
  render(<ThemeSwitch />)
  await ofAnotherTab('dark')
  expect(chosen()).toEqual([option('Dark')])
  await ofAnotherTab('system')
  expect(chosen()).toEqual([option('System')])
})

test('an unknown value from another tab is ignored', async () => {
  render(<ThemeSwitch />)
  await ofAnotherTab('sepia')
  expect(chosen()).toEqual([option('System')])
})

test('a page restored from the back/forward cache applies the latest choice', async () => {
  render(<ThemeSwitch />)
  keep('portico.theme=dark; Path=/')
  await act(async () => {
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  })
  expect(chosen()).toEqual([option('Dark')])
})
