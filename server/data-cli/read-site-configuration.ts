import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Configuration, readConfiguration } from '../configuration/configuration.ts'
import { siteSecretFile } from '../configuration/site-secret.ts'
import { DataError } from './data-error.ts'

export interface SiteEnvironment {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Relative paths in the environment are resolved against it. */
  readonly folder: string
}

/** The data folder of the site. */
export function findDataDir({ environment, folder }: SiteEnvironment): string {
  return resolve(folder, environment.DATA_DIR?.trim() || '.data')
}

/** Whether the site's secret is set, or in the data folder. */
export function hasSecret(site: SiteEnvironment): boolean {
  return Boolean(site.environment.SITE_SECRET?.trim()) || existsSync(join(findDataDir(site), siteSecretFile))
}

/** Reads the configuration as the server does. Throws a DataError instead of creating a secret. */
export function readSiteConfiguration(site: SiteEnvironment): Configuration {
  if (hasSecret(site)) return readConfiguration(site.environment, site.folder)
  throw new DataError(
    `There is no secret of a site. Set DATA_DIR to the folder of the site, or SITE_SECRET to its secret: a backup does not contain it.`,
  )
}
