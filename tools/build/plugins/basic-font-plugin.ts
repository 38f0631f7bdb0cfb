import type { RsbuildPlugin } from '@rsbuild/core'
import subsetFont from 'subset-font'
import { basicCharacters, basicFontQuery } from '../basic-font.ts'

/** Reduces a font that is imported with `?basic` to the characters that nearly every page has. */
export function basicFontPlugin(environment: string): RsbuildPlugin {
  return {
    name: 'portico:basic-font',
    setup(api) {
      api.transform(
        { test: /\.woff2$/, resourceQuery: basicFontQuery, environments: [environment], raw: true },
        ({ code }) => subsetFont(code, basicCharacters, { targetFormat: 'woff2' }),
      )
    },
  }
}
