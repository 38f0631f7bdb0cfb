import { HostContext } from '@portico/kit/contract/contract.ts'
import { render } from '@testing-library/react'
import { createRef } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Entry } from '../model/entry.ts'
import { createExampleRequest } from '../request/example-request.ts'
import { toUrl } from '../request/serialize-request.ts'
import { createCatalogueHost } from '../testing/render-category.tsx'
import { allEntries } from '../testing/search-index.ts'
import { InstantPanel } from './instant-panel.tsx'

function renderForm(entry: Entry, apiBase: string | null = null): HTMLFormElement | null {
  const form = createRef<HTMLFormElement>()
  render(
    <MemoryRouter>
      <HostContext value={createCatalogueHost(apiBase)}>
        <InstantPanel ref={form} entry={entry} />
      </HostContext>
    </MemoryRouter>,
  )
  return form.current
}

/** What a browser would send, by name. */
function readQuery(form: HTMLFormElement | null): Record<string, string> {
  const fields = [...(form?.querySelectorAll('input') ?? [])]
  expect(fields.filter((field) => !field.checkValidity())).toEqual([])
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

const gets = allEntries.filter(({ row }) => row.get === 'GET')

test('the form of every endpoint and of every kind of variant sends its example, which a browser accepts', () => {
  const isFirstVariant = ({ row, variant }: Entry) => variant === null || variant === row.variants?.items[0]
  for (const entry of gets.filter(isFirstVariant)) {
    const url = toUrl(createExampleRequest(entry.row, 'https://a.example/', entry.variant ?? undefined))
    const example = Object.fromEntries(new URL(url).searchParams)
    const api = entry.row.paid ? 'sandbox-paid' : 'sandbox-free'
    expect(readQuery(renderForm(entry)), entry.id).toEqual({ ...example, api })
  }
})

test('to an API of the owner’s, a visitor sends their own key', () => {
  const [entry] = gets
  if (!entry) throw new Error('no GET')
  const form = renderForm(entry, 'https://api.example/v1#top')
  expect(form?.querySelector('button')?.getAttribute('formaction')).toBe('https://api.example/v1')
  expect(form?.querySelector<HTMLInputElement>('[name=api]')?.checkValidity()).toBe(false)
})
