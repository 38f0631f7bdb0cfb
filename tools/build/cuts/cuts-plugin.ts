import type { RsbuildPlugin } from '@rsbuild/core'
import { cryptoCuts } from './crypto-cuts.ts'
import { type Cut, withoutCuts } from './cut.ts'
import { federationCuts } from './federation-cuts.ts'
import { routerCuts } from './router-cuts.ts'

/** All of them, by the name of their package. */
export const cutsOfPackages: Readonly<Record<string, readonly Cut[]>> = {
  'react-router': routerCuts,
  '@module-federation/runtime-core': federationCuts,
  'crypto-js': cryptoCuts,
}

/** Leaves branches of libraries that this site never enters out of the shell's file. */
export function cutsPlugin(): RsbuildPlugin {
  return {
    name: 'portico:cuts',
    apply: 'build',
    setup(api) {
      for (const [name, cuts] of Object.entries(cutsOfPackages)) {
        for (const file of new Set(cuts.map((cut) => cut.file))) {
          const path = `node_modules/${name}/${file}`.split('/').map(literal).join('[\\\\/]')
          api.transform({ test: new RegExp(`${path}$`) }, ({ code }) => withoutCuts(cuts, file, code))
        }
      }
    },
  }
}

const literal = (text: string) => text.replace(/\W/g, '\\$&')
