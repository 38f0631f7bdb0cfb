import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { EnvironmentConfig, PostCSSPlugin } from '@rsbuild/core'
import type { App } from './find-apps.ts'

/** 30 bits: a name has to be unique among the few hundred of an app. */
const nameLength = 5

type Plugin = Exclude<Extract<PostCSSPlugin, { postcssPlugin: string }>, (...given: never[]) => unknown>

/**
 * Part of an app's environment: class and keyframe names that no other app and no other style sheet has, and each style sheet
 * in its cascade layer. In a remote every style sheet is a CSS Module whose selectors must contain a local class.
 */
export function isolateStyles(
  { name, manifest }: Pick<App, 'name' | 'manifest'>,
  isDevelopment = false,
): Required<Pick<EnvironmentConfig, 'output' | 'tools'>> {
  const isShell = manifest === null
  return {
    output: {
      cssModules: {
        auto: isShell ? true : () => true,
        mode: isShell ? 'local' : 'pure',
        ...(isDevelopment && { localIdentName: `${name}-[local]-[hash:base64:5]` }),
      },
    },
    tools: {
      ...(!isDevelopment && { cssLoader: { modules: { getLocalIdent: createNaming(name) } } }),
      postcss: (_options, { addPlugins }) => addPlugins(wrapInLayer(isShell ? 'shell' : 'remote')),
    },
  }
}

/**
 * Names that follow from the style sheet. Two releases never share a name for different rules, and a style sheet without a
 * change has the same bytes in both.
 */
function createNaming(app: string) {
  const digests = new Map<string, string>()
  const sources = new Map<string, string>()
  const getDigest = (file: string) => {
    const digest = digests.get(file) ?? createHash('sha256').update(readFileSync(file)).digest('hex')
    digests.set(file, digest)
    return digest
  }
  return (
    { resourcePath, rootContext }: { resourcePath: string; rootContext: string },
    _: string,
    local: string,
  ) => {
    const source = `${relative(rootContext, resourcePath)}\0${getDigest(resourcePath)}\0${local}`
    const name = `${app}-${createHash('sha256').update(source).digest('base64url').slice(0, nameLength)}`
    if ((sources.get(name) ?? source) !== source)
      throw new Error(`${local} in ${resourcePath} gets the same name as another class, ${name}. Rename it.`)
    sources.set(name, source)
    return name
  }
}

function wrapInLayer(appLayer: 'shell' | 'remote'): Plugin {
  return {
    postcssPlugin: 'portico:layers',
    Once(sheet, { AtRule }) {
      const file = sheet.source?.input.file ?? ''
      // The shell's global style sheets (tokens, reset) name their layers themselves.
      if (appLayer === 'shell' && !file.endsWith('.module.css')) return
      const params = /[\\/]shared[\\/]ui[\\/]/.test(file) ? 'kit' : appLayer
      const layer = new AtRule({ name: 'layer', params, nodes: sheet.nodes.slice() })
      sheet.removeAll()
      sheet.append(layer)
    },
  }
}
