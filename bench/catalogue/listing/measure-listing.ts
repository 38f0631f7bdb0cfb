import { getEntries } from '../../../remote-catalogue/model/entry.ts'
import { readCatalogue } from '../../../remote-catalogue/validation/read-catalogue.ts'
import type { ResultRow } from '../../report/result-row.ts'
import { compareListings } from './compare-listings.ts'
import { serveListing } from './serve-page.ts'
import { type ListingVisit, visitListing } from './visit-listing.ts'

const manyRows = 100_000

/** Measures the real listing in a real browser, with the catalogue's own rows and with 100,000. */
export async function measureListing(runs: number): Promise<ResultRow[]> {
  const realRows = (await readCatalogue()).flatMap(getEntries).length
  const real = { count: realRows, visits: [] as ListingVisit[] }
  const many = { count: manyRows, visits: [] as ListingVisit[] }
  const server = await serveListing()
  try {
    for (let run = 1; run <= runs; run += 1) {
      for (const { count, visits } of [real, many]) visits.push(await visitListing(server.origin, count))
      console.log(`Visit ${run} of ${runs} to the listing`)
    }
  } finally {
    await server.stop()
  }
  return compareListings({ real, many })
}
