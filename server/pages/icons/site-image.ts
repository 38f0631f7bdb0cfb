import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { paths } from '@portico/kit/paths.ts'
import { type Configuration, ConfigurationError } from '../../configuration/configuration.ts'

/** The site's Open Graph image: a PNG of `openGraphImageSize`, which belongs to the owner and not to a release. */
export interface SiteImage {
  readonly content: Buffer
  /** Its path, which changes with the image, because link previews keep what they have loaded. */
  readonly address: string
}

/** Reads the file that `SITE_IMAGE` names; null: none is configured. Throws a ConfigurationError if it can't be read. */
export function readSiteImage({ siteImageFile }: Pick<Configuration, 'siteImageFile'>): SiteImage | null {
  if (siteImageFile === null) return null
  const content = read(siteImageFile)
  const version = createHash('sha256').update(content).digest('hex').slice(0, 8)
  return { content, address: `${paths.siteImage}?v=${version}` }
}

function read(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new ConfigurationError(`SITE_IMAGE: expected a PNG file, but ${file} can't be read.`, { cause })
  }
}
