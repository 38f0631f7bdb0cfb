import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { listFiles } from '../../system/list-files.ts'
import { readJson } from '../../system/read-json.ts'
import { findInstalled } from './find-installed.ts'

/** A small package whole, without documentation and types. */
const code = /^(?:package\.json|LICENSE|(?:lib\/)?[\w-]+\.js)$/

/**
 * Packages that are bundled with the kit, under their names and versions, with only the files that it can use. Left
 * out: code that reads configuration files, the compiler's API, the trace viewer, builds for development, CommonJS and
 * other environments than browsers, and documentation.
 * `tar-stream` is bundled with what it needs on Node: for the runtime Bare, npm would install 10 MB more.
 */
const usedFiles: Readonly<Record<string, RegExp>> = {
  '@rsbuild/core': /^(?!compiled\/jiti\/)/,
  '@rsbuild/plugin-react': /^/,
  b4a: code,
  'crypto-js':
    /^(?:package\.json|LICENSE|(?:aes|core|cipher-core|enc-base64|enc-utf8|evpkdf|hmac|md5|sha1|sha256)\.js)$/,
  'events-universal': code,
  'fast-fifo': code,
  'playwright-core': /^(?!bin\/|lib\/vite\/|lib\/tools\/)/,
  'react-dom':
    /^(?:package\.json|LICENSE|index\.js|static\.node\.js|cjs\/react-dom(?:-server\.node)?\.production\.js)$/,
  'react-router': /^(?!docs\/|dist\/development\/|dist\/production\/index-react-server|CHANGELOG)/,
  streamx: code,
  'tar-stream': code,
  'text-decoder': code,
  typescript: /^(?:package\.json|LICENSE|NOTICE\.txt|bin\/|lib\/)/,
  valibot: /^(?:package\.json|LICENSE.*|dist\/index\.mjs|dist\/index\.d\.mts)$/,
}

const Versions = v.optional(v.record(v.string(), v.string()), {})
const ManifestSchema = v.looseObject({ dependencies: Versions, optionalDependencies: Versions })

/** The names of the packages that are bundled with the kit. */
export const bundledPackages = Object.keys(usedFiles)

/** Their files, by name in the kit. */
export function listBundledFiles(): [name: string, content: Buffer][] {
  return Object.entries(usedFiles).flatMap(([name, isUsed]) => {
    const { folder } = findInstalled(name)
    return listFiles(folder)
      .filter((file) => isUsed.test(file))
      .map((file): [string, Buffer] => {
        const content = readFileSync(join(folder, file))
        const isChanged = file === 'package.json' && content.includes('"bare-')
        const used = isChanged ? Buffer.from(JSON.stringify(readManifest(name))) : content
        return [`node_modules/${name}/${file}`, used]
      })
  })
}

/** Their dependencies, which npm does not install for bundled packages. */
export function listBundledDependencies(): { readonly names: string[]; readonly optional: object } {
  const manifests = bundledPackages.map(readManifest)
  return {
    names: manifests.flatMap(({ dependencies }) => Object.keys(dependencies)),
    optional: Object.assign({}, ...manifests.map(({ optionalDependencies }) => optionalDependencies)),
  }
}

/** The manifest of a package, without the dependencies that only the runtime Bare needs. */
function readManifest(name: string): v.InferOutput<typeof ManifestSchema> {
  const file = join(findInstalled(name).folder, 'package.json')
  const { dependencies, ...manifest } = readJson(file, ManifestSchema)
  const used = Object.entries(dependencies).filter(([dependency]) => !dependency.startsWith('bare-'))
  return { ...manifest, dependencies: Object.fromEntries(used) }
}
