import { paths } from '@portico/kit/paths.ts'
import { type SiteFigures, SiteFiguresSchema } from '@portico/kit/site/site-figures.ts'
import * as v from 'valibot'

/** The site's figures; null: the server is unreachable, too busy, or responds with something else. */
export async function fetchFigures(signal: AbortSignal): Promise<SiteFigures | null> {
  try {
    const response = await fetch(paths.figures, { signal })
    const parsed = v.safeParse(SiteFiguresSchema, await response.json())
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
