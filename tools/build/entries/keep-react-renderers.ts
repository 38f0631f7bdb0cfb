/**
 * Development only; must run before React. Every remote has its own refresh runtime, which starts later than React and
 * looks for React's renderers in this hook. Without them an edit in a remote arrives but is not rendered.
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
