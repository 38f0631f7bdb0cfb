import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { EnvironmentConfig } from '@rsbuild/core'
import type { App } from './find-apps.ts'
import { findStylePackage, limitPackageStyles, type StylePlugin } from './limit-package-styles.ts'

/** 30 bits: a style sheet's names have to be unique among the few dozen sheets of an app. */
const hashLength = 5

/**
 * Part of an app's environment: class and keyframe names that no other app and no other style sheet has, and each style sheet
 * in its cascade layer. In a remote every style sheet is a CSS Module whose selectors must contain a local class, but those of
 * packages, which are limited to what the remote shows.
 */
export function isolateStyles(
  { name, manifest }: Pick<App, 'name' | 'manifest'>,
  isDevelopment = false,
): Required<Pick<EnvironmentConfig, 'output' | 'tools'>> {
  const isShell = manifest === null
  return {
    output: {
      cssModules: {
        auto: isShell ? true : (file) => findStylePackage(file) === null,
        mode: isShell ? 'local' : 'pure',
        ...(isDevelopment && { localIdentName: `${name}-[local]-[hash:base64:5]` }),
      },
    },
    tools: {
      ...(!isDevelopment && { cssLoader: { modules: { getLocalIdent: createNaming(name) } } }),
      postcss: (_options, { addPlugins }) => addPlugins(wrapInLayer({ name, isShell })),
    },
  }
}

/**
 * Names that follow from the style sheet: a hash of it, and the position of the class in it, which compresses better than
 * a hash of each class. Two releases never share a name for different rules, and a style sheet without a change has the same
 * bytes in both.
 */
function createNaming(app: string) {
  const sheets = new Map<string, { readonly prefix: string; readonly locals: readonly string[] }>()
  const owners = new Map<string, string>()
  const readSheet = (file: string, root: string) => {
    const known = sheets.get(file)
    if (known !== undefined) return known
    const text = readFileSync(file, 'utf8')
    const source = `${relative(root, file)}\0${text}`
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, hashLength)
    const prefix = `${app}-${hash}`
    if ((owners.get(prefix) ?? source) !== source)
      throw new Error(`${file} gets the names of another style sheet, ${prefix}. Change a comment in it.`)
    owners.set(prefix, source)
    const sheet = { prefix, locals: listLocals(text) }
    sheets.set(file, sheet)
    return sheet
  }
  return (
    { resourcePath, rootContext }: { resourcePath: string; rootContext: string },
    _: string,
    local: string,
  ) => {
    const { prefix, locals } = readSheet(resourcePath, rootContext)
    const position = locals.indexOf(local)
    if (position < 0) throw new Error(`${resourcePath} has no class or keyframes named ${local}.`)
    return `${prefix}${position.toString(36)}`
  }
}

/** The names of classes and keyframes in a style sheet, in order. */
function listLocals(css: string): string[] {
  const names = [...css.matchAll(/(?:\.|@keyframes\s+)(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)
  return [...new Set(names)]
}

function wrapInLayer({ name, isShell }: { readonly name: string; readonly isShell: boolean }): StylePlugin {
  return {
    postcssPlugin: 'portico:layers',
    Once(sheet, { AtRule }) {
      const file = sheet.source?.input.file ?? ''
      // The shell's global style sheets (tokens, reset) name their layers themselves.
      if (isShell && !file.endsWith('.module.css')) return
      const owner = isShell ? null : findStylePackage(file)
      const nodes =
        owner === null ? sheet.nodes.slice() : limitPackageStyles(sheet, { remote: name, package: owner })
      const isAtTop = (node: (typeof nodes)[number]) =>
        node.type === 'atrule' && /^(?:import|charset)$/i.test(node.name)
      // The kit's own rules come after those of packages, and so do the remote's.
      const params = owner === null ? (isOfKit(file) ? 'kit' : isShell ? 'shell' : 'remote') : 'kit.packages'
      sheet.removeAll()
      const layer = new AtRule({ name: 'layer', params, nodes: nodes.filter((node) => !isAtTop(node)) })
      sheet.append(...nodes.filter(isAtTop), layer)
    },
  }
}

const isOfKit = (file: string) => /[\\/]shared[\\/]kit[\\/]ui[\\/]/.test(file)
