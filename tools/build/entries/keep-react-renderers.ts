/**
 * Development only; must run before React. Every remote has its own refresh runtime, which starts later than React and
 * looks for React's renderers in this hook. Without them an edit in a remote arrives but is not rendered.
 */
interface DevToolsHook {
  readonly renderers: Map<number, unknown>
  inject(renderer: unknown): number
}

const key = '__REACT_DEVTOOLS_GLOBAL_HOOK__'
const hook: unknown = Reflect.get(globalThis, key)
if (isHook(hook)) {
  const inject = hook.inject.bind(hook)
  hook.inject = (renderer) => {
    const id = inject(renderer)
    hook.renderers.set(id, renderer)
    return id
  }
}

function isHook(value: unknown): value is DevToolsHook {
  return typeof value === 'object' && value !== null && 'renderers' in value && 'inject' in value
}
