import { HostContext } from '@portico/kit/contract/contract.ts'
import { createStaticHost } from '@portico/kit/contract/static-host.ts'
import { SiteSchema } from '@portico/kit/site/site.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import * as v from 'valibot'
import { loadCatalogue } from '../../../remote-catalogue/data/load-category.ts'
import { createListing } from '../../../remote-catalogue/pages/listing/listing.tsx'
import { generateRows } from './generate-rows.ts'

// The catalogue's listing with the number of rows given in the query, without the shell around it.

const path = '/api/download' // any page will do: it provides the title
const count = Number(new URLSearchParams(location.search).get('rows'))
const catalogue = await loadCatalogue()
const rows = generateRows(catalogue, count)
const site = v.parse(SiteSchema, await (await fetch('/site.json')).json())
const category = catalogue.find((candidate) => candidate.path === path)
if (category === undefined) throw new Error(`The catalogue has no category ${path}.`)
const Listing = await createListing({ ...category, rows })
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')
// Generating the rows is not measured; everything after the click is.
const startButton = Object.assign(document.createElement('button'), { textContent: 'Start' })
startButton.addEventListener('click', () => {
  // As the shell renders it.
  startTransition(() =>
    createRoot(root).render(
      <MemoryRouter initialEntries={[path]}>
        <HostContext value={createStaticHost(site)}>
          <main>
            <Listing />
          </main>
        </HostContext>
      </MemoryRouter>,
    ),
  )
})
root.append(startButton)
