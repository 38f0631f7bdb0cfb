import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { readJson } from '../system/read-json.ts'

const PackageSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), 'see its source'),
})
const licenseFile = /^(?:licen[cs]e|copying|notice)/i

/** The licenses of the packages in these folders, as a text: a bundle must include them. */
export function listLicenses(folders: readonly string[]): string {
  return folders.map(describePackage).join('\n')
}

function describePackage(folder: string): string {
  const { name, version, license } = readJson(join(folder, 'package.json'), PackageSchema)
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenseFile.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
  return [`${'='.repeat(80)}`, `${name} ${version} (${license})`, '', ...texts, ''].join('\n')
}
