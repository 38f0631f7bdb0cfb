import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'
import { cities } from '../../cities.ts'

/** A page for each city; all other addresses are Page Not Found. */
export const getMetadata: GetMetadata = () =>
  cities.map(({ slug, name }) => ({
    address: `/weather/${slug}`,
    title: `Weather in ${name}`,
    description: `The next 24 hours in ${name}.`,
  }))
