import type { RemoteModule } from '@portico/kit/contract/contract.ts'

/** The global of a remote's release, as the shell's loader uses it. */
interface Container {
  init(...args: readonly unknown[]): unknown
  get(module: string): Promise<() => { readonly remote: RemoteModule }>
}

/** What a remote does while it is broken. */
export type ThrowingFault = 'throws on evaluation' | 'throws on render'

/** Wraps a remote so that it breaks until the page's `isRepaired` is set, however often it is loaded. */
function breakRemote(container: Container, fault: ThrowingFault): Container {
  const throwIf = (cause: ThrowingFault) => {
    if (fault === cause && !Reflect.has(globalThis, 'isRepaired')) throw new Error(`requested: ${fault}`)
  }
  const wrap = (remote: RemoteModule): RemoteModule => ({
    ...remote,
    routes: remote.routes.map(({ path, lazy }) => ({
      path,
      lazy: async () => {
        const { Component } = await lazy()
        const Page = () => {
          throwIf('throws on render')
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
        throwIf('throws on evaluation')
        const exposed = factory()
        return { ...exposed, remote: wrap(exposed.remote) }
      }
    },
  }
}

/** Script that breaks the remote whose entry has defined `global`. */
export function getBreakingScript(global: string, fault: ThrowingFault): string {
  return `globalThis.${global} = (${breakRemote})(globalThis.${global}, ${JSON.stringify(fault)})`
}

/** For the page: repairs its broken remotes. */
export function repairRemotes(): void {
  Reflect.set(globalThis, 'isRepaired', true)
}
