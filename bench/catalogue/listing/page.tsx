import { HostContext } from '@portico/shared/contract/contract.ts'
import { createStaticHost } from '@portico/shared/contract/static-host.ts'
import { SiteSchema } from '@portico/shared/site/site.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import * as v from 'valibot'
import { loadCatalogue } from '../../../remote-catalogue/data/load-catalogue.ts'
import { listingOf } from '../../../remote-catalogue/listing/listing.tsx'
import { generateRows } from './generate-rows.ts'

// The listing of the catalogue over as many rows as the address says, without the shell around it.

const path = '/api/download' // any page that there is: it gives the title
const count = Number(new URLSearchParams(location.search).get('rows'))
const rows = generateRows(await loadCatalogue(), count)
const site = v.parse(SiteSchema, await (await fetch('/site.json')).json())
const Listing = listingOf({ path, rows })
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')
// The rows are the bench's, what comes after the press is the listing's.
const begin = Object.assign(document.createElement('button'), { textContent: 'Begin' })
begin.addEventListener('click', () => {
  // As the shell draws it.
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
root.append(begin)
