/**
 * Development only, before React: every remote brings a refresh runtime of its own, later than React, and each looks
 * for React's renderers in this hook. Without them a remote's edit arrives but is not painted.
 */
interface DevToolsHook {
  readonly renderers: Map<number, unknown>
  inject(renderer: unknown): number
}

const key = '__REACT_DEVTOOLS_GLOBAL_HOOK__'
const present: unknown = Reflect.get(globalThis, key)
if (isHook(present)) {
  const inject = present.inject.bind(present)
  present.inject = (renderer) => {
    const id = inject(renderer)
    present.renderers.set(id, renderer)
    return id
  }
}

function isHook(value: unknown): value is DevToolsHook {
  return typeof value === 'object' && value !== null && 'renderers' in value && 'inject' in value
}
