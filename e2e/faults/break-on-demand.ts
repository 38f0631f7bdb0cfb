import type { RemoteModule } from '@portico/shared/contract/contract.ts'

/** The global of a remote's release, as the shell's loader uses it. */
interface Container {
  init(...args: readonly unknown[]): unknown
  get(module: string): Promise<() => { readonly remote: RemoteModule }>
}

/**
 * Wraps a remote so that it breaks while `sessionStorage` names a fault, and works again when it does not. A release
 * never changes, so a fault that a retry should recover from has to be injected from outside.
 */
function breakOnDemand(container: Container): Container {
  const isRequested = (fault: string) => sessionStorage.getItem('fault') === fault
  const wrap = (remote: RemoteModule): RemoteModule => ({
    ...remote,
    routes: remote.routes.map(({ path, lazy }) => ({
      path,
      lazy: async () => {
        const { Component } = await lazy()
        const Page = () => {
          if (isRequested('throws on render')) throw new Error('requested to throw on render')
          return Reflect.apply(Component, undefined, [{}])
        }
        return { Component: Page }
      },
    })),
  })
  return {
    init: (...args) => container.init(...args),
    async get(module) {
      const factory = await container.get(module)
      return () => {
        if (isRequested('throws on evaluation')) throw new Error('requested to throw on evaluation')
        const exposed = factory()
        return { ...exposed, remote: wrap(exposed.remote) }
      }
    },
  }
}

/** Script that makes a remote break on demand: see `deriveRelease`. */
export const breakOnDemandScript = `globalThis.GLOBAL = (${breakOnDemand})(globalThis.GLOBAL)`
