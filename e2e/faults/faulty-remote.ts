import type { RemoteModule } from '@portico/shared/contract/contract.ts'
import { createElement } from 'react'
import { remote as sound } from 'the-original-remote'

// Takes the place of a remote's own entry in the faulty build: the same remote, which breaks on demand and works again
// when the demand is gone. A release never changes, so a fault that Retry shall survive has to come from the outside.
const isAsked = (fault: string) => sessionStorage.getItem('fault') === fault

if (isAsked('throws on evaluation')) throw new Error('asked to throw on evaluation')

export const remote: RemoteModule = {
  ...sound,
  contractVersion: isAsked('tells of another contract') ? 99 : sound.contractVersion,
  routes: sound.routes.map(({ path, lazy }) => ({
    path,
    lazy: async () => {
      const { Component } = await lazy()
      const Page = () => {
        if (isAsked('throws on render')) throw new Error('asked to throw on render')
        return createElement(Component)
      }
      return { Component: Page }
    },
  })),
}
