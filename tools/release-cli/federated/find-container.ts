import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import { isScript } from '@portico/protocol/release/media-types.ts'
import {
  type FederationManifest,
  federationManifestFile,
  getEntryName,
  listManifestFiles,
  readFederationManifest,
} from './federation-manifest.ts'

const entryFile = 'remoteEntry.js'
const moduleTypes = ['module', 'esm']
const scriptTypes = ['global', 'var', 'script']
/** An ES module that exports the function `get` of a container. */
const exportsGet = /\bexport\s*(?:\{[^{}]*\bget\b|(?:const|let|var|function|async function)\s+get\b)/
/** The variable that a script sets to its container: bundlers declare it first. */
const declaration = /^(?:var|let|const) ([A-Za-z_]\w*)\s*[;=]/m
const exposed = /["'](\.(?:\/[^"'\s]*)?)["']\s*:\s*(?:async\b|function\b|\()/g
/** Where a bundler sets the public path; with "auto" it is computed instead. */
const fixedPath = /\.p\s*=\s*["'`]((?:https?:)?\/[^"'`]*)["'`]/
/** An address of one origin. */
const absolute = /^(?:https?:)?\/\//
/** The function with which Vite's preload helper makes a path from a file's name. */
const preloadPath = /\breturn\s*["'`]((?:https?:\/)?\/[^"'`]*)["'`]\s*\+\s*\w/

/** The container of a federated build. */
export interface Container {
  readonly entry: string
  readonly isModule: boolean
  /** Its name on `globalThis`; undefined: it has none. */
  readonly global: string | undefined
  readonly exposes: readonly string[]
  /** The version of the federation plugin; 0: unknown. */
  readonly federationVersion: string
  /** Files that it can't do without. */
  readonly needs: readonly string[]
}

/** A public path that a build has in one of its files. */
export interface FixedPath {
  readonly file: string
  readonly path: string
}

/**
 * Finds the container in a built folder with these files, by its federation manifest or its `remoteEntry.js`. Throws a UsageError
 * when there is none, or hosts couldn't load it from another folder.
 */
export function findContainer(folder: string, names: readonly string[]): Container {
  const manifest = findOne(folder, names, federationManifestFile)
  const entry =
    manifest === undefined ? (findOne(folder, names, entryFile) ?? findNamedEntry(folder, names)) : undefined
  if (manifest === undefined && entry === undefined)
    throw new UsageError(
      `No build in ${folder}: it has no release.json, and no ${federationManifestFile} or ${entryFile} of a federated build either. Build first, or name the built folder.`,
    )
  const container =
    manifest === undefined
      ? readEntry(folder, names, entry ?? '')
      : describe(readFederationManifest(folder, manifest), manifest)
  const fixed = findFixedPath(folder, names, container)
  if (fixed !== undefined) throw new UsageError(describePath(fixed))
  return container
}

function findOne(folder: string, names: readonly string[], file: string): string | undefined {
  const [found, second] = names.filter((name) => basename(name) === file)
  if (second === undefined) return found
  throw new UsageError(
    `${folder} has several builds: expected one ${file}, got ${found} and ${second}. Name the folder of the one for browsers.`,
  )
}

/** What webpack and Rspack call an entry unless they are told otherwise: `cart.js` declares the container `cart`. */
function findNamedEntry(folder: string, names: readonly string[]): string | undefined {
  return names.find((name) => {
    if (!name.endsWith('.js')) return false
    const text = readFileSync(join(folder, name), 'utf8')
    return declaration.exec(text)?.[1] === basename(name, '.js') && listExposed(text).length > 0
  })
}

function describe(manifest: FederationManifest, file: string): Container {
  const { remoteEntry, globalName, pluginVersion, publicPath } = manifest.metaData
  const isModule = moduleTypes.includes(remoteEntry.type)
  if (!isModule && !scriptTypes.includes(remoteEntry.type))
    throw new UsageError(
      `${file}: expected an entry of the type ${[...scriptTypes, ...moduleTypes].join(', ')}, got "${remoteEntry.type}". Set library.type of the federation plugin to "var" or "module", and build again.`,
    )
  // The imports of ES modules are relative whatever it is.
  if (publicPath !== undefined && (isModule ? absolute.test(publicPath) : publicPath !== 'auto'))
    throw new UsageError(describePath({ file, path: publicPath }))
  return {
    entry: getEntryName(manifest),
    isModule,
    global: globalName,
    exposes: manifest.exposes.map(({ name, path = `./${name}` }) => path),
    federationVersion: pluginVersion ?? '0',
    needs: listManifestFiles(manifest),
  }
}

function readEntry(folder: string, names: readonly string[], entry: string): Container {
  const text = readFileSync(join(folder, entry), 'utf8')
  const isModule = exportsGet.test(text)
  const global = isModule ? undefined : declaration.exec(text)?.[1]
  if (!isModule && global === undefined)
    throw new UsageError(
      `${entry}: expected a script that declares its container (var <name>), or an ES module that exports get and init, got neither. Set library.type of the federation plugin to "var" or "module", or let it write ${federationManifestFile}.`,
    )
  const exposes = listExposed(text)
  // Vite puts them into a script that the entry imports.
  const others = names.filter((name) => name !== entry && isScript(name) && text.includes(basename(name)))
  const found =
    exposes.length > 0
      ? exposes
      : others.flatMap((name) => listExposed(readFileSync(join(folder, name), 'utf8')))
  if (found.length === 0)
    throw new UsageError(
      `${entry}: expected a container that exposes modules such as "./Cart", found none. Add them to exposes of the federation plugin, or let it write ${federationManifestFile}.`,
    )
  return { entry, isModule, global, exposes: [...new Set(found)], federationVersion: '0', needs: [entry] }
}

function listExposed(text: string): string[] {
  return [...text.matchAll(exposed)].map(([, name = '']) => name)
}

function findFixedPath(
  folder: string,
  names: readonly string[],
  { entry }: Container,
): FixedPath | undefined {
  const text = names.includes(entry) ? readFileSync(join(folder, entry), 'utf8') : ''
  const path = fixedPath.exec(text)?.[1]
  if (path !== undefined) return { file: entry, path }
  const preload = findPreloadPath(folder, names)
  return preload !== undefined && absolute.test(preload.path) ? preload : undefined
}

/** The path below which Vite's preload helper requests what lazy modules need; undefined: that of the release, or there is none. */
export function findPreloadPath(folder: string, names: readonly string[]): FixedPath | undefined {
  for (const file of names.filter(isScript)) {
    const text = readFileSync(join(folder, file), 'utf8')
    const path = text.includes('modulepreload') ? preloadPath.exec(text)?.[1] : undefined
    if (path !== undefined) return { file, path }
  }
  return undefined
}

function describePath({ file, path }: FixedPath): string {
  return `${file}: expected the public path "auto", got "${path}": hosts would load chunks from there instead of from the release. Set output.publicPath (webpack, Rspack) or output.assetPrefix (Rsbuild) to "auto", or base (Vite) to "./", and build again.`
}
