import type { RsbuildPlugin } from '@rsbuild/core'

const routerModule = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/].+\.js$/

/**
 * React Router names its components for developer tools in statements of their own, for which the bundler keeps even
 * those that nothing uses: forms, and the links of its framework with all that they prefetch.
 */
export function unnamedRouterPlugin(): RsbuildPlugin {
  return {
    name: 'portico:unnamed-router',
    apply: 'build',
    setup(api) {
      api.transform({ test: routerModule }, ({ code }) => withoutNames(code))
    },
  }
}

/** `code` with components that can be left out where nothing uses them. */
export function withoutNames(code: string): string {
  return code
    .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replace(
      /^((?:const|let|var) \w+ = )(React(?:\$\d+)?\.(?:forwardRef|createContext|memo)\()/gm,
      '$1/* @__PURE__ */ $2',
    )
}
