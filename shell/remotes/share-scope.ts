import type { ModuleFederation } from '@module-federation/enhanced/runtime'
import * as contract from '@portico/kit/contract/contract.ts'
import * as router from '@portico/kit/contract/router.ts'
import type { sharedModules } from '@portico/protocol/release/shared-modules.ts'
import * as React from 'react'
import * as jsxDevRuntime from 'react/jsx-dev-runtime'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'

/** What the runtime passes to the containers of remotes: modules by name and version. */
type ShareScope = ModuleFederation['shareScopeMap'][string]

const modules: Readonly<Record<(typeof sharedModules)[number], object>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react/jsx-dev-runtime': jsxDevRuntime,
  'react-dom': ReactDOM,
  '@portico/kit/contract/contract.ts': contract,
  '@portico/kit/contract/router.ts': router,
  '@portico/shared/contract/contract.ts': contract,
  '@portico/shared/contract/router.ts': router,
}

/** Creates the scope of the shared modules. The server only admits releases that fit them, so there is one version. */
export function createShareScope(): ShareScope {
  return Object.fromEntries(
    Object.entries(modules).map(([name, module]) => [name, { [React.version]: share(module) }]),
  )
}

function share(module: object): ShareScope[string][string] {
  return {
    version: React.version,
    get: () => () => module,
    from: 'shell',
    shareConfig: { singleton: true, requiredVersion: false },
    scope: ['default'],
    strategy: 'loaded-first',
    deps: [],
    useIn: [],
  }
}
