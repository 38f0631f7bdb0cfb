import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { paths } from '@portico/kit/paths.ts'
import { type Configuration, ConfigurationError } from '../../configuration/configuration.ts'

/**
 * Reads the site's Open Graph image: a PNG of `openGraphImageSize`, which belongs to the owner and not to a release. Its
 * address changes with it, because link previews keep what they have loaded. null: `SITE_IMAGE` names none. Throws a
 * ConfigurationError if it can't be read.
 */
export function readSiteImage({ siteImageFile }: Pick<Configuration, 'siteImageFile'>) {
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
