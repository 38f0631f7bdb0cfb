import type { EnvironmentConfig, PostCSSPlugin } from '@rsbuild/core'
import { numberedNames } from './class-names.ts'
import type { App } from './find-apps.ts'

type Plugin = Exclude<Extract<PostCSSPlugin, { postcssPlugin: string }>, (...given: never[]) => unknown>
type Sheet = Parameters<NonNullable<Plugin['Once']>>[0]
type Rule = Parameters<Parameters<Sheet['walkRules']>[0]>[0]

/** Part of an app's environment: its styles in their cascade layer, under names that no other release has. */
export function isolatedStyles(
  app: Pick<App, 'name' | 'folder' | 'hash' | 'manifest'>,
  development = false,
): Required<Pick<EnvironmentConfig, 'output' | 'tools'>> {
  return {
    output: { cssModules: { localIdentName: `${app.name}-[local]-[hash:base64:6]` } },
    tools: {
      ...(!development && { cssLoader: { modules: { getLocalIdent: numberedNames(app) } } }),
      postcss: (_options, { addPlugins }) => addPlugins(layerPlugin(app.manifest === null)),
    },
  }
}

function layerPlugin(isShell: boolean): Plugin {
  return {
    postcssPlugin: 'portico:layers',
    Once(sheet, { AtRule }) {
      const file = sheet.source?.input.file ?? ''
      if (!isShell) refuseReach(sheet, file)
      const layer = /\/shared\/ui\//.test(file) ? 'kit' : isShell ? 'shell' : 'remote'
      // What the shell says of the whole page, tokens and reset, names its layers itself.
      if (isShell && !isModule(file)) return
      const wrapping = new AtRule({ name: 'layer', params: layer, nodes: sheet.nodes.slice() })
      sheet.removeAll()
      sheet.append(wrapping)
    },
  }
}

const isModule = (file: string) => file.endsWith('.module.css')

// Everything else, such as @font-face, @import or @page, speaks to the whole page.
const ownAtRules = ['media', 'supports', 'container', 'starting-style', 'keyframes', 'layer']

/** Throws, with the file and the line, at the first thing in a remote's style sheet that others would feel. */
function refuseReach(sheet: Sheet, file: string): void {
  const node = sheet.first ?? sheet
  if (!isModule(file)) {
    throw node.error('The styles of a remote are CSS Modules: name this file *.module.css.')
  }
  sheet.walkAtRules((rule) => {
    if (!ownAtRules.includes(rule.name)) {
      throw rule.error(`@${rule.name} would reach beyond this remote. Allowed: @${ownAtRules.join(', @')}.`)
    }
  })
  sheet.walkRules((rule) => {
    if (isKeyframe(rule) || rule.selectors.every((selector) => staysWithin(selector, isNested(rule)))) return
    throw rule.error(
      `"${rule.selector}" would reach beyond this remote. Name a class of this file, not within brackets.`,
    )
  })
}

function isKeyframe({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && 'name' in parent && parent.name === 'keyframes'
}

function isNested({ parent }: { readonly parent: Rule['parent'] | Sheet['parent'] }): boolean {
  return parent !== undefined && (parent.type === 'rule' || isNested({ parent: parent.parent }))
}

/**
 * `body:has(.mine)` names a class and still paints the body, so what stands in brackets does not count; but for
 * `:where(.mine ...)` with nothing beside it.
 */
function staysWithin(selector: string, nested: boolean): boolean {
  if (/:global\b/.test(selector)) return false
  let bare = selector.replace(/\[[^\]]*\]/g, '').replace(/:(?:where|is)\((\.[^,]*)\)/g, '$1')
  while (/\([^()]*\)/.test(bare)) bare = bare.replace(/\([^()]*\)/g, '')
  return /\.[\w-]/.test(bare) || (nested && (bare.includes('&') || !selector.includes('&')))
}
