import type { EnvironmentConfig, PostCSSPlugin } from '@rsbuild/core'
import type { App } from './find-apps.ts'

type Plugin = Exclude<Extract<PostCSSPlugin, { postcssPlugin: string }>, (...given: never[]) => unknown>

/**
 * Part of an app's environment: class and keyframe names that no other app or release has, and each style sheet in its
 * cascade layer. In a remote every style sheet is a CSS Module whose selectors must contain a local class.
 */
export function isolateStyles(
  { name, hash, manifest }: Pick<App, 'name' | 'hash' | 'manifest'>,
  isDevelopment = false,
): Required<Pick<EnvironmentConfig, 'output' | 'tools'>> {
  const isShell = manifest === null
  return {
    output: {
      cssModules: {
        auto: isShell ? true : () => true,
        mode: isShell ? 'local' : 'pure',
        localIdentName: `${name}-${hash}-${isDevelopment ? '[local]-' : ''}[hash:base64:5]`,
      },
    },
    tools: { postcss: (_options, { addPlugins }) => addPlugins(wrapInLayer(isShell ? 'shell' : 'remote')) },
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
