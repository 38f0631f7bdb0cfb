import type { RsbuildPlugin } from '@rsbuild/core'
import subsetFont from 'subset-font'
import { basicCharacters, basicFontOptions, basicFontQuery } from '../basic-font.ts'

/** Reduces a font that is imported with `?basic` to what nearly every page uses. */
export function basicFontPlugin(environment: string): RsbuildPlugin {
  return {
    name: 'portico:basic-font',
    setup(api) {
      api.transform(
        { test: /\.woff2$/, resourceQuery: basicFontQuery, environments: [environment], raw: true },
        ({ code }) => subsetFont(code, basicCharacters, { ...basicFontOptions, targetFormat: 'woff2' }),
      )
    },
  }
}
