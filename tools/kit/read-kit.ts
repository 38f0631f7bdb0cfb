import { basename, dirname, join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import * as v from 'valibot'
import { findJson, readJson } from '../system/read-json.ts'
import { ImportRuleSchema } from './import-rule.ts'

/** The folder of the installed kit. */
export const kitFolder = join(import.meta.dirname, '..', '..')

/** Where the kit has its copy of axe. */
export const axeFile = 'copied/axe-core/axe.min.js'

/** Where it has the detector that the conformance tests of the site's own remotes use. */
export const detectorFile = 'shared/kit/testing/leak-detector.js'

/** The package that a repository depends on. */
export const kitPackage = '@portico/kit'

/** Its name in the repositories of older kits. */
export const formerKitPackage = '@portico/shared'

const KitSchema = v.pipe(
  v.object({
    version: v.string(),
    portico: v.object({
      contractVersion: v.number(),
      provides: v.record(v.string(), v.string()),
      imports: ImportRuleSchema,
    }),
  }),
  v.transform(({ version, portico }) => ({ id: version, ...portico })),
)
const InstalledSchema = v.object({
  packages: v.record(v.string(), v.object({ resolved: v.optional(v.string()) })),
})
const DependentSchema = v.object({ dependencies: v.optional(v.record(v.string(), v.string()), {}) })

/**
 * What a kit says about itself: its id, which is its version, and the contract and the version of each package that the
 * site's shell provides.
 */
export type Kit = v.InferOutput<typeof KitSchema>

/** Reads an installed kit, by default this one. */
export function readKit(folder = kitFolder): Kit {
  return readJson(join(folder, 'package.json'), KitSchema)
}

/** The site from which npm has installed this kit, by npm's own record; undefined: it came from elsewhere. */
export function findKitOrigin(): string | undefined {
  const packages = dirname(dirname(kitFolder)) // node_modules/@portico/kit, or its former name
  const installed = findJson(join(packages, '.package-lock.json'), InstalledSchema)
  return getOrigin(installed?.packages[`node_modules/@portico/${basename(kitFolder)}`]?.resolved)
}

/** The site whose kit a repository depends on; undefined: it has its kit from elsewhere, such as a registry. */
export function findSiteOrigin(root: string): string | undefined {
  const dependencies = readDependencies(root)
  return getOrigin(dependencies[kitPackage] ?? dependencies[formerKitPackage])
}

/** What a repository depends on, by name; nothing if it has no readable `package.json`. */
export function readDependencies(root: string): Readonly<Record<string, string>> {
  return findJson(join(root, 'package.json'), DependentSchema)?.dependencies ?? {}
}

/** The environment with the repository's site in RELEASE_URL, unless that names one. CI sets a variable without a value to "". */
export function nameSite<Environment extends { readonly RELEASE_URL?: string | undefined }>(
  environment: Environment,
  root: string,
): Environment & { readonly RELEASE_URL: string | undefined } {
  return { ...environment, RELEASE_URL: environment.RELEASE_URL || findSiteOrigin(root) }
}

/** The address of the kit with this id on a site; its bytes never change. */
export function getKitUrl(site: string, id: string): string {
  return `${site}${paths.kits}/${id}.tgz`
}

function getOrigin(address: string | undefined): string | undefined {
  const isKit =
    /^https?:\/\//.test(address ?? '') && address?.includes('/-/kit') === true && address.endsWith('.tgz')
  return isKit ? new URL(address).origin : undefined
}
