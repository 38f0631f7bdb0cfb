import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a compiler of webpack or Rspack that the plugin changes. */
interface Compiler {
  readonly context: string
  readonly options: {
    readonly output: { uniqueName?: string | undefined; chunkLoadingGlobal?: string | undefined }
    readonly plugins: readonly unknown[]
  }
}

/** A plugin of webpack or Rspack. */
interface BuildPlugin {
  apply(compiler: Compiler): void
}

/** A federation plugin of webpack, Rspack or Module Federation 2: all keep their options like this until they are applied. */
interface FederationPlugin {
  readonly _options: {
    name: string
    library?: { readonly name?: unknown } | undefined
    readonly exposes: unknown
  }
}

/**
 * A plugin that puts the release into the names of the container and of its chunks, so that a page can run two releases of a
 * remote: the previous one replaces a broken one without a reload. Put it before the federation plugin; with Rsbuild, in
 * `tools.rspack.plugins`. Hosts then have to learn the container's name from the site. `release` is the version in package.json by
 * default. ES modules (Vite) have no such names. Throws an Error when it can't rename the container.
 */
export function uniqueRelease(release?: string): BuildPlugin {
  const plugin: BuildPlugin = {
    apply({ context, options: { output, plugins } }) {
      const containers = plugins.filter(isFederation)
      const [first] = containers
      if (first === undefined || plugins.indexOf(plugin) > plugins.indexOf(first))
        throw new Error('uniqueRelease() must stand before a federation plugin that exposes modules.')
      const suffix = (release ?? readVersion(context)).replaceAll(/\W/g, '_')
      for (const { _options: options } of containers) {
        options.name = `${options.name}_${suffix}`
        const name = options.library?.name
        if (typeof name === 'string') options.library = { ...options.library, name: `${name}_${suffix}` }
      }
      output.uniqueName = first._options.name
      output.chunkLoadingGlobal = `${first._options.name}_chunks`.replaceAll(/\W/g, '_')
    },
  }
  return plugin
}

function isFederation(plugin: unknown): plugin is FederationPlugin {
  if (typeof plugin !== 'object' || plugin === null || !('_options' in plugin)) return false
  const { _options: options } = plugin
  return (
    typeof options === 'object' &&
    options !== null &&
    'exposes' in options &&
    'name' in options &&
    typeof options.name === 'string'
  )
}

function readVersion(context: string): string {
  const file = join(context, 'package.json')
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (
    typeof manifest === 'object' &&
    manifest !== null &&
    'version' in manifest &&
    typeof manifest.version === 'string'
  )
    return manifest.version
  throw new Error(`${file} has no version. Name the release: uniqueRelease('1.2.0').`)
}
