import { join } from 'node:path'
import type { RsbuildPlugin } from '@rsbuild/core'
import { installedPackage } from '../installed-package.ts'
import { cryptoCuts } from './crypto-cuts.ts'
import { type CutPackage, checkVersion, withoutCuts } from './cut.ts'
import { federationCuts } from './federation-cuts.ts'
import { routerCuts } from './router-cuts.ts'

/** All of them, by the name of their package. */
export const cutPackages: Readonly<Record<string, CutPackage>> = {
  'react-router': routerCuts,
  '@module-federation/runtime-core': federationCuts,
  'crypto-js': cryptoCuts,
}

const shell = join(import.meta.dirname, '../../../shell/main.tsx')

/** The package that is cut, as the shell finds it. */
export function installedCut(name: string): { folder: string; version: string } {
  return installedPackage(name, shell)
}

/** Leaves branches of libraries that this site never enters out of the shell's file. */
export function cutsPlugin(): RsbuildPlugin {
  return {
    name: 'portico:cuts',
    apply: 'build',
    setup(api) {
      for (const [name, cut] of Object.entries(cutPackages)) {
        checkVersion(name, cut, installedCut(name).version)
        for (const file of new Set(cut.cuts.map((each) => each.file))) {
          const path = `node_modules/${name}/${file}`.split('/').map(literal).join('[\\\\/]')
          api.transform({ test: new RegExp(`${path}$`) }, ({ code }) => withoutCuts(cut.cuts, file, code))
        }
      }
    },
  }
}

const literal = (text: string) => text.replace(/\W/g, '\\$&')
